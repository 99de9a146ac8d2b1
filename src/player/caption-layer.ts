import type { CaptionTrackInfo } from '../../shared/player-response.ts';
import type { PlayerStore } from './player-store.ts';

/**
 * Shows the chosen captions. The browser parses and times them (`<track>`, hidden); the page only moves finished cue
 * fragments into a layer of its own, once a cue, so that captions can rise above the controls and follow the page's style.
 */
export function startCaptionLayer(
  video: HTMLVideoElement,
  layer: HTMLElement,
  store: PlayerStore,
  signal: AbortSignal,
): void {
  let element: HTMLTrackElement | null = null;

  function show(info: CaptionTrackInfo | undefined): void {
    element?.remove();
    element = null;
    layer.replaceChildren();
    if (info === undefined) return;
    const track = document.createElement('track');
    track.kind = 'subtitles';
    track.srclang = info.languageCode;
    track.label = info.label;
    track.src = info.url;
    layer.lang = info.languageCode;
    track.track.addEventListener('cuechange', () => layer.replaceChildren(...cueLines(track.track)), {
      signal,
    });
    video.append(track);
    track.track.mode = 'hidden';
    element = track;
  }

  const stop = store.subscribe((state, previous) => {
    if (state.captionsFontSize !== previous.captionsFontSize)
      layer.style.setProperty('--caption-scale', String(1 + state.captionsFontSize / 4));
    if (
      state.captionsLanguage === previous.captionsLanguage &&
      state.captionTracks === previous.captionTracks
    )
      return;
    show(state.captionTracks.find((track) => track.languageCode === state.captionsLanguage));
  });
  signal.addEventListener('abort', stop, { once: true });
}

function cueLines(track: TextTrack): HTMLElement[] {
  return Array.from(track.activeCues ?? [], (cue) => {
    const line = document.createElement('p');
    // Each cue has its own direction: an Arabic line may stand beside a Latin name.
    line.dir = 'auto';
    line.append((cue as VTTCue).getCueAsHTML());
    return line;
  });
}

import { createStyleLoader } from '../load-style.ts';
import type { CaptionTrack, PlayerState } from '../player/player-state.ts';
import type { PlayerStore } from '../player/player-store.ts';
import { applyCaptionStyle } from './caption-style.ts';
import captionsStyleUrl from './captions.css?url';
import { placeCues } from './place-cues.ts';
import { renderStacks } from './render-stacks.ts';
import { shownCaptions } from './shown-captions.ts';

const loadCaptionsStyle = createStyleLoader(captionsStyleUrl);

interface CaptionLayerDeps {
  video: HTMLVideoElement;
  layer: HTMLElement;
  store: PlayerStore;
  /** Languages (BCP 47) that the viewer reads, best first. */
  languages: () => readonly string[];
}

/**
 * Shows captions. The browser parses and times them (a hidden `TextTrack`); the page only moves finished cue fragments into a layer of
 * its own, once a cue, so that captions can rise above the controls and follow the viewer's style.
 */
export function startCaptionLayer(deps: CaptionLayerDeps, signal: AbortSignal): void {
  if (signal.aborted) return;
  const { video, layer, store, languages } = deps;
  // Without it they are read all the same.
  void loadCaptionsStyle().catch(() => undefined);
  let shown: CaptionTrack | null = null;
  let life = new AbortController();

  function show(state: PlayerState): void {
    const next = shownCaptions(state, languages());
    if (isSame(next, shown)) return;
    shown = next;
    life.abort();
    life = new AbortController();
    layer.replaceChildren();
    if (next === null) return;
    layer.lang = next.languageCode;
    const track =
      next.url === undefined
        ? videoTextTrack(video, next, life.signal)
        : fetchTextTrack(deps, next, life.signal);
    if (track === null) return;
    const draw = () =>
      layer.replaceChildren(
        ...renderStacks(placeCues(Array.from(track.activeCues ?? [], readCue))),
      );
    track.addEventListener('cuechange', draw, { signal: life.signal });
    track.mode = 'hidden';
    draw();
  }

  const style = ({ captionStyle, captionsFontSize }: PlayerState) =>
    applyCaptionStyle(layer, captionStyle, captionsFontSize);
  const stop = store.subscribe((state, previous) => {
    const has = (...keys: (keyof PlayerState)[]) =>
      keys.some((key) => state[key] !== previous[key]);
    if (has('captionStyle', 'captionsFontSize')) style(state);
    if (has('captionsLanguage', 'captionTracks', 'forcedTracks', 'audioTracks', 'audioTrackId'))
      show(state);
  });
  signal.addEventListener(
    'abort',
    () => {
      stop();
      life.abort();
    },
    { once: true },
  );
  style(store.getState());
  show(store.getState());
}

/** The same captions may be told of again, when others of the video have been found. */
function isSame(a: CaptionTrack | null, b: CaptionTrack | null): boolean {
  return a === b || (a?.url !== undefined && a.url === b?.url);
}

/** An engine has it, or the browser itself. */
function videoTextTrack(
  video: HTMLVideoElement,
  { textTrackId, label }: CaptionTrack,
  signal: AbortSignal,
): TextTrack | null {
  const isIt = (track: TextTrack) =>
    textTrackId === undefined ? track.label === label : track.id === textTrackId;
  const track = Array.from(video.textTracks).find(isIt) ?? null;
  // Whoever fills it need not fetch more.
  signal.addEventListener('abort', () => track !== null && disable(track), { once: true });
  return track;
}

/** From a file. One that is missing, is no WebVTT or has no cues that could be read is told of; what was chosen stays chosen. */
function fetchTextTrack(
  { video, store }: CaptionLayerDeps,
  { languageCode, label, url = '' }: CaptionTrack,
  signal: AbortSignal,
): TextTrack {
  const element = document.createElement('track');
  const fail = () => store.dispatch({ type: 'changed', changes: { captionsFailed: languageCode } });
  element.kind = 'subtitles';
  element.srclang = languageCode;
  element.label = label;
  element.src = url;
  element.addEventListener('error', fail, { signal });
  element.addEventListener('load', () => element.track.cues?.length === 0 && fail(), { signal });
  signal.addEventListener('abort', () => element.remove(), { once: true });
  video.append(element);
  return element.track;
}

function disable(track: TextTrack): void {
  track.mode = 'disabled';
}

/** With the region, which some browsers have no word for. */
function readCue(cue: TextTrackCue) {
  const { vertical, snapToLines, line, position, positionAlign, size, align, region } =
    cue as VTTCue;
  const settings = {
    vertical,
    snapToLines,
    line,
    position,
    positionAlign,
    size,
    align,
    region: region ?? null,
  };
  return { ...settings, read: () => (cue as VTTCue).getCueAsHTML() };
}

import { createStyleLoader } from '../../page/load-style.ts';
import type { CaptionTrack, PlayerState } from '../state/player-state.ts';
import type { PlayerStore } from '../state/player-store.ts';
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
 * Shows captions. The browser parses and times them in a hidden `TextTrack`. On each cue change the
 * page renders them in its own layer, so that captions can move above the controls and use the
 * viewer's style.
 */
export function startCaptionLayer(deps: CaptionLayerDeps, signal: AbortSignal): void {
  if (signal.aborted) return;
  const { video, layer, store, languages } = deps;
  // Captions stay readable without the stylesheet.
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

/** The same caption file may appear in a new list when more captions of the video are found. */
function isSame(a: CaptionTrack | null, b: CaptionTrack | null): boolean {
  return a === b || (a?.url !== undefined && a.url === b?.url);
}

/** Finds a track that an engine or the browser has added. */
function videoTextTrack(
  video: HTMLVideoElement,
  { textTrackId, label }: CaptionTrack,
  signal: AbortSignal,
): TextTrack | null {
  const isIt = (track: TextTrack) =>
    textTrackId === undefined ? track.label === label : track.id === textTrackId;
  const track = Array.from(video.textTracks).find(isIt) ?? null;
  // Disabling lets the engine stop fetching cues.
  signal.addEventListener('abort', () => track !== null && disable(track), { once: true });
  return track;
}

/**
 * Loads captions from a file. If it is missing, is not WebVTT or has no cues, reports a failure but
 * keeps the choice.
 */
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

/** Some browsers lack `region`. */
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

import { playbackState } from '../../../shared/player/playback-state.ts';
import type { PlayerState } from '../../player/state/player-state.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import { watchEntries } from '../performance/watch-entries.ts';
import { recordSpan } from './record-span.ts';

export interface PageTraceDeps {
  store: PlayerStore;
  video: HTMLVideoElement;
  /** React's root element. */
  ui: HTMLElement;
  signal: AbortSignal;
}

/** Records the work of each subsystem as spans on its own track. Loaded with `trace=1` only. */
export function startPageTrace({ store, video, ui, signal }: PageTraceDeps): void {
  if (signal.aborted) return;
  traceBridge(signal);
  tracePlayer(store, signal);
  traceEngine(store, video, signal);
  traceDrawing(ui, signal);
  watchEntries(
    'event',
    (entries) => {
      for (const { name, startTime, duration } of entries)
        recordSpan('ui', `interaction: ${name}`, startTime, [], startTime + duration);
    },
    signal,
  );
}

/** Spans from a message's arrival until all listeners have run. */
function traceBridge(signal: AbortSignal): void {
  let startMs = 0;
  addEventListener(
    'message',
    () => {
      startMs = performance.now();
    },
    { signal, capture: true },
  );
  addEventListener(
    'message',
    ({ data, origin }) => {
      const name =
        /"(?:func|method)":"(\w{1,40})"/.exec(data)?.[1] ?? /"event":"(\w{1,40})"/.exec(data)?.[1];
      recordSpan('bridge', name ?? 'message', startMs, [['origin', origin]]);
    },
    { signal },
  );
}

/** Spans for each event with its synchronous effects, and for every wait of the viewer. */
function tracePlayer(store: PlayerStore, signal: AbortSignal): void {
  const stopObserving = store.observe(({ type }) => {
    const startMs = performance.now();
    return () => recordSpan('player', type, startMs);
  });
  signal.addEventListener('abort', stopObserving, { once: true });
  const waits: readonly [name: string, isWaiting: (state: PlayerState) => boolean][] = [
    ['start', ({ isPlayRequested, hasFirstFrame }) => isPlayRequested && !hasFirstFrame],
    ['seek', ({ isSeeking }) => isSeeking],
    ['buffering', ({ playback }) => playback === playbackState.buffering],
  ];
  const since = new Map<string, number>();
  const stop = store.subscribe((state) => {
    for (const [name, isWaiting] of waits) {
      const startMs = since.get(name);
      if (isWaiting(state)) since.set(name, startMs ?? performance.now());
      else if (startMs !== undefined) {
        since.delete(name);
        recordSpan('player', name, startMs, [['video', state.videoId]]);
      }
    }
  });
  signal.addEventListener('abort', stop, { once: true });
}

/** Spans for the progress of the media, from the element's events. */
function traceEngine(store: PlayerStore, video: HTMLVideoElement, signal: AbortSignal): void {
  let startMs = performance.now();
  const begin = () => {
    startMs = performance.now();
  };
  for (const name of ['loadstart', 'seeking', 'waiting'])
    video.addEventListener(name, begin, { signal });
  for (const name of ['loadedmetadata', 'loadeddata', 'canplay', 'playing', 'seeked'])
    video.addEventListener(
      name,
      () =>
        recordSpan('engine', name, startMs, [['engine', store.getState().engine ?? 'none yet']]),
      { signal },
    );
}

/** A span for each task that changed the controls, through React or directly. */
function traceDrawing(ui: HTMLElement, signal: AbortSignal): void {
  const observer = new MutationObserver((changes) =>
    recordSpan('ui', 'change controls', performance.now(), [['changes', String(changes.length)]]),
  );
  observer.observe(ui, { subtree: true, childList: true, attributes: true, characterData: true });
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
}

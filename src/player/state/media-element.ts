import { playbackRates } from './playback-rates.ts';
import type { MediaReading } from './player-event.ts';
import type { TimeRange } from './player-state.ts';
import type { PlayerStore } from './player-store.ts';

/**
 * Reads the element's current state. Times in seconds; for an unknown or infinite duration, uses
 * the end of the seekable range.
 */
export function readMedia(video: HTMLVideoElement): MediaReading {
  const seekable = lastRange(video.seekable);
  return {
    currentTime: video.currentTime,
    duration: Number.isFinite(video.duration) ? video.duration : (seekable?.end ?? 0),
    buffered: ranges(video.buffered),
    seekable,
    isPaused: video.paused,
    isEnded: video.ended,
    // Engines hold an element at a rate of 0 while they wait for data.
    canGoOn: video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA && video.playbackRate > 0,
  };
}

/** Converts the element's events to the player's events: the only source of playback state. */
export function watchMediaElement(
  video: HTMLVideoElement,
  store: PlayerStore,
  signal: AbortSignal,
): void {
  const listen = (name: keyof HTMLMediaElementEventMap, listener: () => void) =>
    video.addEventListener(name, listener, { signal });
  const dispatchMedia =
    (type: 'playing' | 'paused' | 'waiting' | 'seeking' | 'seeked' | 'ended' | 'time') => () =>
      store.dispatch({ type, media: readMedia(video) });

  listen('play', () => {
    // Hosts get unstarted, buffering, playing at every start, even if the data is already buffered.
    store.dispatch({ type: 'starting' });
    if (store.getState().playback < 0) store.dispatch({ type: 'waiting', media: readMedia(video) });
  });
  const dispatchWaiting = dispatchMedia('waiting');
  const dispatchPlaying = dispatchMedia('playing');
  listen('playing', () => (video.playbackRate > 0 ? dispatchPlaying() : dispatchWaiting()));
  listen('waiting', dispatchWaiting);
  for (const name of ['seeked', 'ended'] as const) listen(name, dispatchMedia(name));
  listen('pause', dispatchMedia('paused'));
  // An element without media reports 0 for everything, which says nothing about the next video.
  const hasMedia = () => video.readyState > HTMLMediaElement.HAVE_NOTHING;
  const dispatchTime = dispatchMedia('time');
  for (const name of ['durationchange', 'progress'] as const)
    listen(name, () => hasMedia() && dispatchTime());
  // Fires four times a second. With a fixed duration only the time has changed.
  const dispatchMove = () => store.dispatch({ type: 'moved', currentTime: video.currentTime });
  // Set as a property, so that `while-playing/rest-time.ts` can remove it while nothing needs the
  // time, and restore it.
  video.ontimeupdate = () =>
    signal.aborted || (hasMedia() && (store.getState().isLive ? dispatchTime() : dispatchMove()));
  const dispatchSeeking = dispatchMedia('seeking');
  listen('seeking', () => hasMedia() && dispatchSeeking());
  listen('loadeddata', () => store.dispatch({ type: 'first_frame' }));
  listen('volumechange', () => dispatchVolume(video, store));
  listen('ratechange', () => dispatchRate(video, store));
  // The markup may have muted the element.
  dispatchVolume(video, store);
}

/**
 * Volume and rate apply at once, but their events fire later, or never if the element loads other
 * media first (HTML, "media element load algorithm"). So code that sets them also dispatches.
 */
export function dispatchVolume(video: HTMLVideoElement, store: PlayerStore): void {
  store.dispatch({ type: 'volume', ...readVolume(video) });
}

export function dispatchRate(video: HTMLVideoElement, store: PlayerStore): void {
  const { playbackRate, duration } = video;
  // Not a chosen rate: engines set 0 while they wait for data, and slightly more than 1 while a
  // live stream catches up.
  if (playbackRate === 0 || (duration === Infinity && !playbackRates.includes(playbackRate)))
    return;
  store.dispatch({ type: 'changed', changes: { playbackRate } });
}

/** Volume on the host protocol's scale: 0 to 100. */
function readVolume(video: HTMLVideoElement): { volume: number; isMuted: boolean } {
  return { volume: Math.round(video.volume * 100), isMuted: video.muted };
}

function ranges(list: TimeRanges): TimeRange[] {
  return Array.from({ length: list.length }, (_, index) => ({
    start: list.start(index),
    end: list.end(index),
  }));
}

function lastRange(list: TimeRanges): TimeRange | null {
  const end = list.length - 1;
  return end < 0 ? null : { start: list.start(end), end: list.end(end) };
}

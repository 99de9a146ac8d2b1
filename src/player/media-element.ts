import type { MediaReading } from './player-event.ts';
import type { TimeRange } from './player-state.ts';
import type { PlayerStore } from './player-store.ts';

/** Reads what the element says now. Times in seconds; an unknown or endless duration is the end of what can be seeked to. */
export function readMedia(video: HTMLVideoElement): MediaReading {
  const seekable = lastRange(video.seekable);
  return {
    currentTime: video.currentTime,
    duration: Number.isFinite(video.duration) ? video.duration : (seekable?.end ?? 0),
    buffered: ranges(video.buffered),
    seekable,
    isPaused: video.paused,
    isEnded: video.ended,
    canGoOn: video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA,
  };
}

/** Turns the element's events into the player's events: the only source of playback state. */
export function watchMediaElement(
  video: HTMLVideoElement,
  store: PlayerStore,
  signal: AbortSignal,
): void {
  const on = (name: keyof HTMLMediaElementEventMap, listener: () => void) =>
    video.addEventListener(name, listener, { signal });
  const tell =
    (type: 'playing' | 'paused' | 'waiting' | 'seeking' | 'seeked' | 'ended' | 'time') => () =>
      store.dispatch({ type, media: readMedia(video) });

  on('play', () => {
    // Hosts see unstarted, buffering, playing at every start, also when the data is already there.
    store.dispatch({ type: 'starting' });
    if (store.getState().playback < 0) store.dispatch({ type: 'waiting', media: readMedia(video) });
  });
  for (const name of ['playing', 'waiting', 'seeked', 'ended'] as const) on(name, tell(name));
  on('pause', tell('paused'));
  // An element whose media was taken away says 0 for everything, which is no news about the next video.
  const hasMedia = () => video.readyState > HTMLMediaElement.HAVE_NOTHING;
  const tellTime = tell('time');
  for (const name of ['durationchange', 'progress'] as const)
    on(name, () => hasMedia() && tellTime());
  // Four times a second: of a video of fixed length nothing but the time is new.
  const tellMove = () => store.dispatch({ type: 'moved', currentTime: video.currentTime });
  // By its property, so that it can be taken away and put back while nobody follows the time (`playing/rest-time.ts`).
  video.ontimeupdate = () =>
    signal.aborted || (hasMedia() && (store.getState().isLive ? tellTime() : tellMove()));
  const tellSeeking = tell('seeking');
  on('seeking', () => hasMedia() && tellSeeking());
  on('loadeddata', () => store.dispatch({ type: 'first_frame' }));
  on('volumechange', () => tellVolume(video, store));
  on('ratechange', () => tellRate(video, store));
  // The markup may have muted it.
  tellVolume(video, store);
}

/**
 * Volume and rate are true at once, their events come later, and never if the element takes other media meanwhile (HTML,
 * "media element load algorithm"): so whoever sets them tells.
 */
export function tellVolume(video: HTMLVideoElement, store: PlayerStore): void {
  store.dispatch({ type: 'volume', ...readVolume(video) });
}

export function tellRate(video: HTMLVideoElement, store: PlayerStore): void {
  // Engines hold the picture by the rate 0 while they wait for data; that is nobody's rate.
  if (video.playbackRate > 0)
    store.dispatch({ type: 'changed', changes: { playbackRate: video.playbackRate } });
}

/** Volume as the host protocol counts it: 0 to 100. */
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

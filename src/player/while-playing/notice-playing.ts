import { playingLimits } from '../../../shared/limits/playing-limits.ts';
import { playbackState } from '../../../shared/player/playback-state.ts';
import { readMedia } from '../state/media-element.ts';
import type { PlayerStore } from '../state/player-store.ts';

/**
 * Detects a video that plays without an event. WebKitGTK sometimes fires no `playing` and stays
 * below `HAVE_FUTURE_DATA` while the time advances; the spinner would cover a playing video.
 */
export function noticePlaying(
  video: HTMLVideoElement,
  store: PlayerStore,
  signal: AbortSignal,
): void {
  let life = new AbortController();
  let isWatching = false;

  /** Adds no listeners to a video that is known to play. */
  function follow(): void {
    const isBuffering = store.getState().playback === playbackState.buffering;
    if (isBuffering === isWatching) return;
    isWatching = isBuffering;
    life.abort();
    if (isBuffering) watch();
  }

  function watch(): void {
    life = new AbortController();
    let fromSec = video.currentTime;
    // The time played before a stall becomes known only with the stall; it does not prove that the
    // stall is over.
    for (const name of ['waiting', 'seeked', 'timeupdate'] as const)
      video.addEventListener(
        name,
        () => {
          const movedSec = video.currentTime - fromSec;
          fromSec = video.currentTime;
          if (
            name !== 'timeupdate' ||
            video.paused ||
            video.seeking ||
            movedSec < playingLimits.movedSec
          )
            return;
          store.dispatch({ type: 'playing', media: readMedia(video) });
        },
        { signal: life.signal },
      );
  }

  const stop = store.subscribe(follow);
  signal.addEventListener(
    'abort',
    () => {
      stop();
      life.abort();
    },
    { once: true },
  );
  follow();
}

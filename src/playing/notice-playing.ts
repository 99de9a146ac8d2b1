import { playbackState } from '../../shared/playback-state.ts';
import { playingLimits } from '../../shared/playing-limits.ts';
import { readMedia } from '../player/media-element.ts';
import type { PlayerStore } from '../player/player-store.ts';

/**
 * Notices a video that plays although its element has not said so: WebKitGTK now and then fires no `playing` and stays below
 * `HAVE_FUTURE_DATA` while its time goes on, and the viewer would have a spinner before a film that moves.
 */
export function noticePlaying(
  video: HTMLVideoElement,
  store: PlayerStore,
  signal: AbortSignal,
): void {
  let life = new AbortController();
  let isWatching = false;

  /** A video that is known to play wakes nobody here. */
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
    // What was played up to a stall is known only with it, and is no sign that it is over.
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

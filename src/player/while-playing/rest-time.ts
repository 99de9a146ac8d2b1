import { rangeEnd } from '../../../shared/player/range-end.ts';
import type { PlayerState } from '../state/player-state.ts';
import type { PlayerStore } from '../state/player-store.ts';

/**
 * Stops listening to `timeupdate` while no listener follows the time. With hidden controls,
 * handling it four times a second would be most of a playing video's cost on the main thread. The
 * store then reads the position from the element when the state is read or changes. Part of a later
 * script, to keep the page's first one small.
 */
export function restTime(video: HTMLVideoElement, store: PlayerStore, signal: AbortSignal): void {
  const onTimeUpdate = video.ontimeupdate;

  function update({ isLive }: PlayerState): void {
    if (signal.aborted) return;
    // The seekable range of a live stream moves with its time, and all listeners need it.
    video.ontimeupdate = store.followers.size > 0 || isLive ? onTimeUpdate : null;
  }

  store.setTimeSource({
    read({ currentTime }, event) {
      if (video.ontimeupdate !== null) return null;
      // A seek by the browser itself, such as in a picture-in-picture window, is known only now.
      if (event?.type === 'seeking') return rangeEnd(video.played, currentTime);
      // Events of the element bring a reading of their own.
      if (event && 'media' in event) return null;
      return video.seeking || video.readyState === 0 ? null : video.currentTime;
    },
    onFollowers: update,
  });
  signal.addEventListener('abort', store.subscribe(update), { once: true });
}

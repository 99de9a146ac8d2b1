import { playbackState } from '../../../shared/player/playback-state.ts';
import type { PlayerStore } from '../state/player-store.ts';

/**
 * Notices playback past the end of a clip.
 * @param onEnd called whenever playback passes the end
 * @returns stops watching
 */
export function watchClipEnd(
  video: HTMLVideoElement,
  store: PlayerStore,
  endSeconds: number,
  onEnd: () => void,
): () => void {
  // On a busy page the element's events come late, and the first one past the end may belong to a
  // seek or a stall. So remember on which side of the end the last seek landed: playing past the
  // end stops the clip, seeking past it does not.
  let isBefore = true;
  return store.subscribe(({ currentTime, seekCount, playback }, previous) => {
    const isMoved = seekCount !== previous.seekCount || video.readyState === 0;
    if (isMoved || currentTime < endSeconds) isBefore = currentTime < endSeconds;
    else if (isBefore && playback === playbackState.playing && !video.seeking) {
      isBefore = false;
      onEnd();
    }
  }, true);
}

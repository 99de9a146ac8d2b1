import type RxPlayer from 'rx-player/minimal';

/**
 * RxPlayer holds the element at a rate of 0 while it waits for media: before a start, and shortly
 * before the end of what is buffered. The element then fires neither `waiting` nor `playing`, so
 * this does.
 *
 * After a hold RxPlayer sets the rate that it knows, so this also tells it every other rate.
 * @returns ends both
 */
export function reportHolds(player: RxPlayer, video: HTMLVideoElement): () => void {
  let isHeld = false;

  function update(): void {
    if (video.playbackRate === 0) {
      // A seek is reported as such.
      if (video.seeking) return;
      isHeld = true;
      video.dispatchEvent(new Event('waiting'));
      return;
    }
    if (player.getPlaybackRate() !== video.playbackRate) player.setPlaybackRate(video.playbackRate);
    if (!isHeld) return;
    isHeld = false;
    if (!video.paused && video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA)
      video.dispatchEvent(new Event('playing'));
  }

  video.addEventListener('ratechange', update);
  video.addEventListener('seeked', update);
  return () => {
    video.removeEventListener('ratechange', update);
    video.removeEventListener('seeked', update);
  };
}

import { keyboardLimits } from '../../../../shared/limits/keyboard-limits.ts';

/** Common frame rates, in frames per second. */
const commonRates = [24 / 1.001, 24, 25, 30 / 1.001, 30, 50, 60 / 1.001, 60] as const;

/**
 * @param frameCount frames that the element has shown or dropped
 * @param playedSec seconds of media that it has played
 * @returns the nearest common frame rate
 */
export function estimateFrameRate(frameCount: number, playedSec: number): number {
  // Too short to measure: each seek adds frames that were not played.
  if (!(playedSec >= keyboardLimits.framesMeasuredSec) || frameCount === 0)
    return keyboardLimits.usualFramesPerSec;
  const measured = frameCount / playedSec;
  const distance = (rate: number) => Math.abs(rate - measured);
  return commonRates.reduce<number>(
    (best, rate) => (distance(rate) < distance(best) ? rate : best),
    24,
  );
}

/** @returns the duration of one frame in seconds */
export function frameLengthSec(video: HTMLVideoElement): number {
  let playedSec = 0;
  for (let index = 0; index < video.played.length; index += 1)
    playedSec += video.played.end(index) - video.played.start(index);
  return 1 / estimateFrameRate(video.getVideoPlaybackQuality().totalVideoFrames, playedSec);
}

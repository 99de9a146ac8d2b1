/** The keyboard */
export const keyboardLimits = {
  /** design: seek step of the arrow keys, as on YouTube. */
  smallSeekSec: 5,
  /** design: seek step of J and L. */
  largeSeekSec: 10,
  /** design: seek step of a page key on the seek bar; at most a tenth of the video. */
  pageSeekSec: 60,
  /** design: volume change of an arrow key, in percent. */
  volumeStep: 5,
  /** design: volume change of a page key on the volume slider, in percent. */
  volumePageStep: 20,
  /** design: assumed frame rate until enough has played to measure it. */
  usualFramesPerSec: 30,
  /** design: a screen reader announces a key's effect this long after the last key. */
  announceAfterMs: 300,
  /** design: seconds of media played before the frame rate is measured. */
  framesMeasuredSec: 1,
} as const;

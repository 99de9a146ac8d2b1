/** The keyboard */
export const keyboardLimits = {
  /** design: the arrow keys seek by so much, as on YouTube … */
  smallSeekSec: 5,
  /** design: … J and L by so much … */
  largeSeekSec: 10,
  /** design: … and a page key on the seek bar by so much, or by a tenth of what is shorter than ten times that. */
  pageSeekSec: 60,
  /** design: percent of the volume that an arrow key changes. */
  volumeStep: 5,
  /** design: percent of the volume that a page key on its slider changes. */
  volumePageStep: 20,
  /** design: frames a second of a video of which too little has been played to count them. */
  usualFramesPerSec: 30,
  /** design: what a key did is said when no further one has come for so long. */
  sayAfterMs: 300,
} as const;

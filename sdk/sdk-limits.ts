// Bounds of what one player costs its page. A constant each: the build writes numbers in their places.

/** The embed repeats nothing: whoever wants an answer asks again (host protocol §1). */
export const listeningEveryMs = 250;
/** So long at that pace; then the pause doubles each time. */
export const listeningSteadyCount = 20;
/** A pause beyond this is never made: such a frame has nobody in it. Its `load` starts the asking anew. */
export const listeningMaxMs = 8_000;
/** Commands kept for a frame that has not answered; a page that keeps on sending into the void loses the rest. */
export const queueMaxCount = 1_000;
/** A full snapshot with a playlist of thousands is some 100,000 characters. */
export const messageMaxChars = 1_000_000;
/** Seconds that a playing video is taken to have moved on since it last said where it is. */
export const extrapolateMaxSec = 1;
/** As much of a video's title as a frame has: screen readers read all of it out. Whole characters (`u`), lines too (`s`). */
export const shownTitle = /^.{0,250}/su;

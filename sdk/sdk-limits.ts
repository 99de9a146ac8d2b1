// Limits on one player's cost for its page. One constant each, so that the build inlines the
// numbers.

/** The embed repeats nothing: a page that wants an answer asks again (host protocol §1). */
export const listeningEveryMs = 250;
/** Attempts at that pace; then the pause doubles each time. */
export const listeningSteadyCount = 20;
/**
 * Asking ends when the pause would exceed this: such a frame has no player. Its `load` event starts
 * again.
 */
export const listeningMaxMs = 8_000;
/** Commands queued for a frame that has not answered; further ones are dropped. */
export const queueMaxCount = 1_000;
/** A full snapshot with a playlist of thousands has about 100,000 characters. */
export const messageMaxChars = 1_000_000;
/** A report with all the scripts that it may name has about 10,000 characters. */
export const reportMaxChars = 100_000;
/** Seconds to extrapolate a playing video's time beyond its last report. */
export const extrapolateMaxSec = 1;
/**
 * Limits the frame's title to 250 characters, because screen readers read all of it out. Whole
 * characters (`u`), across lines (`s`).
 */
export const shownTitle = /^.{0,250}/su;

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
export const clamp = (value, low = 0, high = 1) => Math.min(high, Math.max(low, value));

/**
 * The value `share` (0–1) of the way from a to b.
 * @param {number} a
 * @param {number} b
 * @param {number} share
 */
export const mix = (a, b, share) => a + (b - a) * share;

/**
 * 0 up to `from`, 1 after `to`, and an S-shaped slope between them.
 * @param {number} from
 * @param {number} to
 * @param {number} value
 */
export const smooth = (from, to, value) => {
  const x = clamp((value - from) / (to - from));
  return x * x * (3 - 2 * x);
};

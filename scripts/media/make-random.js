/**
 * A seeded generator (mulberry32), because Math.random() would make every build differ.
 * @param {number} seed integer
 * @returns {() => number} returns 0 ≤ number < 1
 */
export function makeRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

const [firstPort, portCount] = [20_000, 12_000];
/**
 * Of each of Playwright's workers, which run beside each other: so many ports that none runs out of
 * its own.
 */
const shareCount = 1_500;
const shareStart =
  (Number(process.env.TEST_PARALLEL_INDEX ?? Math.random() * 8) * shareCount) % portCount;
let nextPort = Math.floor(Math.random() * shareCount);

/**
 * Fixed, so that a restarted server is found where the page knows it; below those that systems give
 * to outgoing connections, which
 * browsers open by the dozen, and none that browsers refuse. No two of a process: what a browser
 * keeps for an origin is its own.
 */
export function anyPort(): number {
  nextPort = (nextPort + 1) % shareCount;
  return firstPort + ((Math.floor(shareStart) + nextPort) % portCount);
}

const [firstPort, portCount] = [20_000, 12_000];
/**
 * Size of each Playwright worker's port range, large enough for all its servers; the ranges do not
 * overlap.
 */
const shareCount = 1_500;
const shareStart =
  (Number(process.env.TEST_PARALLEL_INDEX ?? Math.random() * 8) * shareCount) % portCount;
let nextPort = Math.floor(Math.random() * shareCount);

/**
 * Fixed, so that a restarted server is found at the page's address. Below the ports that systems
 * give to outgoing connections, which browsers open by the dozen, and none that browsers block. A
 * process never reuses one, because browsers store data by origin.
 */
export function anyPort(): number {
  nextPort = (nextPort + 1) % shareCount;
  return firstPort + ((Math.floor(shareStart) + nextPort) % portCount);
}

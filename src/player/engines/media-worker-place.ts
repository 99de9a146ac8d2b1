import { workerRefusal } from '../../worker-refusal.ts';

/** Media that only the page can read, by its address. */
const unfit = new Set<string>();
let hasFailed = false;

/**
 * Whether HLS plays in the media worker: where browsers make media sources in workers (Chromium), and workers may start by their URL. In
 * frames without an origin they may not, and a second worker from a blob is remarked upon on the console under an embedder policy.
 */
export function playsInMediaWorker(url: string | null): boolean {
  const isAble =
    globalThis.MediaSource?.canConstructInDedicatedWorker === true && globalThis.origin !== 'null';
  return isAble && workerRefusal.by === '' && !hasFailed && !(url !== null && unfit.has(url));
}

/** One that did not start, or died, is not tried again in this page. */
export function giveUpMediaWorker(): void {
  hasFailed = true;
}

export function playOnPage(url: string): void {
  unfit.add(url);
}

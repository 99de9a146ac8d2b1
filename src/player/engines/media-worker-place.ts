import { workerRefusal } from '../../services/worker-refusal.ts';

/** URLs of media that only the page can play. */
const unfit = new Set<string>();
let hasFailed = false;

/**
 * Whether HLS plays in the media worker. The browser must support media sources in workers
 * (Chromium) and starting workers by URL. Frames with an opaque origin lack the latter, and a
 * second blob worker causes console messages under an embedder policy.
 */
export function playsInMediaWorker(url: string | null): boolean {
  const isAble =
    globalThis.MediaSource?.canConstructInDedicatedWorker === true && globalThis.origin !== 'null';
  return isAble && workerRefusal.by === '' && !hasFailed && !(url !== null && unfit.has(url));
}

/** A worker that failed to start or died is not retried on this page. */
export function giveUpMediaWorker(): void {
  hasFailed = true;
}

export function playOnPage(url: string): void {
  unfit.add(url);
}

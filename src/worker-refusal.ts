import type { Runtime } from '../shared/rpc.ts';

/**
 * Why no worker by URL is tried any more: the Content-Security-Policy that has refused one, or `main` where none is wanted. Browsers
 * complain of each attempt on the console, and there is no way to ask before.
 */
export const workerRefusal = { by: '' };

declare global {
  /** Of the worker that the markup starts (`index.html`). */
  var offstageRefusal: string | undefined;
}

export function watchWorkerRefusal(runtime: Runtime): void {
  workerRefusal.by = runtime === 'main' ? runtime : (globalThis.offstageRefusal ?? '');
  addEventListener('securitypolicyviolation', ({ effectiveDirective, originalPolicy }) => {
    if (effectiveDirective === 'worker-src') workerRefusal.by = originalPolicy;
  });
}

import type { Runtime } from '../../shared/rpc/rpc.ts';

/**
 * Why workers by URL are no longer tried: the Content-Security-Policy that refused one, or `main`
 * if the page asked for none. Browsers log an error for each attempt, and offer no way to check
 * first.
 */
export const workerRefusal = { by: '' };

declare global {
  /** The same for the worker started by the markup (`index.html`). */
  var offstageRefusal: string | undefined;
}

export function watchWorkerRefusal(runtime: Runtime): void {
  workerRefusal.by = runtime === 'main' ? runtime : (globalThis.offstageRefusal ?? '');
  addEventListener('securitypolicyviolation', ({ effectiveDirective, originalPolicy }) => {
    if (effectiveDirective === 'worker-src') workerRefusal.by = originalPolicy;
  });
}

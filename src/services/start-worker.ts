import type { ServicesHost } from './services-host.ts';
import type { ServicesPlace } from './services-place.ts';

/**
 * @param url of the worker's module, absolute
 * @throws SecurityError where a worker of this kind is not allowed; other refusals (CSP, COEP) come as an `error` event
 */
export function startWorker(place: Exclude<ServicesPlace, 'page'>, url: string): ServicesHost {
  // Every browser refuses; Firefox also complains of it on the console.
  if (place === 'worker' && globalThis.origin === 'null')
    throw new DOMException('no origin, no worker by URL', 'SecurityError');
  const blobUrl =
    place === 'blob-worker'
      ? URL.createObjectURL(new Blob([`import ${JSON.stringify(url)};`], { type: 'text/javascript' }))
      : null;
  const worker = new Worker(blobUrl ?? url, { type: 'module', name: 'offstage-services' });
  return {
    endpoint: worker,
    onDeath(listener) {
      // The message is empty where the browser hides it, as for a script that COEP refused.
      worker.addEventListener('error', (event) => {
        listener(event.message || 'did not start');
        // It has ended, so nobody but this page can still tell of it: `watch-errors.ts`.
        dispatchEvent(new ErrorEvent('error', event));
      });
      worker.addEventListener('messageerror', () => listener('unreadable message'));
    },
    terminate() {
      worker.terminate();
      // Not earlier: the worker fetches it some time after its construction.
      if (blobUrl !== null) URL.revokeObjectURL(blobUrl);
    },
  };
}

import { frozen, type ServicesHost } from './services-host.ts';
import { canTryWorker } from './worker-parts/can-try-worker.ts';
import { trustedScriptUrl } from './worker-parts/trusted-script-url.ts';
import { wrapServices } from './wrap-services.ts';

/**
 * @param url of the worker's module, absolute
 * @throws SecurityError where workers by URL are not allowed; CSP and COEP refusals fire an `error`
 *   event instead
 */
export function startWorker(url: string): ServicesHost {
  if (!canTryWorker()) throw new DOMException('no worker by URL', 'SecurityError');
  return workerHost(
    new Worker(trustedScriptUrl(url), { type: 'module', name: 'offstage-services' }),
  );
}

/**
 * Wraps a worker, and terminates it when the page freezes. Chromium stops a frozen worker in the
 * middle of its script. If a requested Web Lock is then granted, the whole renderer crashes (156,
 * "Invoke in DisallowJavascriptExecutionScope"), with any page loaded into it by then. Only
 * Chromium fires `freeze` (WICG Page Lifecycle).
 * @param onEnd releases other resources
 */
export function workerHost(worker: Worker, onEnd?: () => void): ServicesHost {
  const life = new AbortController();
  const { signal } = life;
  const { services, release } = wrapServices(worker);
  return {
    endpoint: worker,
    services,
    onDeath(listener) {
      // The message is empty where the browser hides it, such as for a script refused by COEP.
      worker.addEventListener('error', (event) => {
        listener(event.message || 'did not start');
        // The worker has ended, so this page must report the error: `watch-errors.ts`.
        dispatchEvent(new ErrorEvent('error', event));
      });
      worker.addEventListener('messageerror', () => listener('unreadable message'));
      document.addEventListener('freeze', () => worker.terminate(), { signal });
      document.addEventListener('resume', () => listener(frozen), { signal });
    },
    terminate() {
      life.abort();
      worker.terminate();
      release();
      onEnd?.();
    },
  };
}

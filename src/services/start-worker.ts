import { mayTryWorker } from '../may-try-worker.ts';
import { trustedScriptUrl } from '../trusted-script-url.ts';
import { frozen, type ServicesHost } from './services-host.ts';
import { wrapServices } from './wrap-services.ts';

/**
 * @param url of the worker's module, absolute
 * @throws SecurityError where no worker of this kind is allowed; other refusals (CSP, COEP) come as an `error` event
 */
export function startWorker(url: string): ServicesHost {
  if (!mayTryWorker()) throw new DOMException('no worker by URL', 'SecurityError');
  return workerHost(
    new Worker(trustedScriptUrl(url), { type: 'module', name: 'offstage-services' }),
  );
}

/**
 * A page that is frozen keeps no worker: Chromium stops one in the middle of its script, and if it is given a Web Lock there that it
 * had asked for, the whole renderer crashes (156, "Invoke in DisallowJavascriptExecutionScope"), with whatever page has come into it by
 * then. Only Chromium tells of freezing (WICG Page Lifecycle).
 *
 * @param onEnd what else has to be let go of
 */
export function workerHost(worker: Worker, onEnd?: () => void): ServicesHost {
  const life = new AbortController();
  const { signal } = life;
  const { services, release } = wrapServices(worker);
  return {
    endpoint: worker,
    services,
    onDeath(listener) {
      // The message is empty where the browser hides it, as for a script that COEP refused.
      worker.addEventListener('error', (event) => {
        listener(event.message || 'did not start');
        // It has ended, so nobody but this page can still tell of it: `watch-errors.ts`.
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

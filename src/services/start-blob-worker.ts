import type { ServicesHost } from './services-host.ts';
import { workerHost } from './start-worker.ts';
import { blobWorkerUrl } from './worker-parts/blob-worker-script.ts';
import { trustedScriptUrl } from './worker-parts/trusted-script-url.ts';
import { allowsBlobWorkers } from './worker-parts/worker-directive.ts';
import { workerRefusal } from './worker-refusal.ts';

/**
 * Starts the services in frames that may not load a worker by URL: those with an opaque origin
 * (`sandbox="allow-scripts"`).
 * @param url of the worker's module; absolute, because a blob has no base URL
 * @throws SecurityError if the page's policy is known to refuse it
 */
export function startBlobWorker(url: string): ServicesHost {
  if (workerRefusal.by && !allowsBlobWorkers(workerRefusal.by))
    throw new DOMException('no worker at all', 'SecurityError');
  const blobUrl = blobWorkerUrl(url);
  const worker = new Worker(trustedScriptUrl(blobUrl), { name: 'offstage-services' });
  // Revoked only at the end: the worker fetches it some time after its construction.
  return workerHost(worker, () => URL.revokeObjectURL(blobUrl));
}

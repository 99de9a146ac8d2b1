import type { ServicesHost } from './services-host.ts';
import type { ServicesPlace } from './services-place.ts';
import { startBlobWorker } from './start-blob-worker.ts';
import { startWorker } from './start-worker.ts';

/**
 * Starts the services somewhere. A script of its own, Comlink included: pages fetch it when there is something to start.
 * @param workerUrl of the worker's module, absolute
 * @param isTraced writes what goes on as spans, see `shared/trace-span.ts`
 * @throws (rejects) what starting a worker throws, and where the page's own services do not load
 */
export async function startHost(
  place: ServicesPlace,
  workerUrl: string,
  isTraced = false,
): Promise<ServicesHost> {
  // Without its script the services are started all the same.
  const trace = isTraced ? await import('../trace/trace-host.ts').catch(() => null) : null;
  mark('offstage:services-asked');
  const host = await start(
    place,
    place === 'worker' && trace ? trace.tracedUrl(workerUrl) : workerUrl,
  );
  trace?.traceHost(host);
  host.endpoint.addEventListener('message', () => mark('offstage:services-answered'), {
    once: true,
  });
  return host;
}

async function start(place: ServicesPlace, workerUrl: string): Promise<ServicesHost> {
  if (place === 'worker') return startWorker(workerUrl);
  if (place === 'blob-worker') return startBlobWorker(workerUrl);
  return (await import('./start-page-services.ts')).startPageServices();
}

/** For every profiler; of services that are started again the latest start. */
function mark(name: string): void {
  performance.clearMarks(name);
  performance.mark(name);
}

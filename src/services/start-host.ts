import type { ServicesHost } from './services-host.ts';
import type { ServicesPlace } from './services-place.ts';
import { startBlobWorker } from './start-blob-worker.ts';
import { startWorker } from './start-worker.ts';

/**
 * Starts the services in one place. A separate chunk with Comlink, loaded when services start.
 * @param workerUrl of the worker's module, absolute
 * @param isTraced records spans, see `shared/telemetry/trace-span.ts`
 * @throws (rejects) errors from starting a worker, or if the page's own services fail to load
 */
export async function startHost(
  place: ServicesPlace,
  workerUrl: string,
  isTraced = false,
): Promise<ServicesHost> {
  // If this chunk fails to load, the services start without traces.
  const trace = isTraced
    ? await import('../telemetry/trace/trace-host.ts').catch(() => null)
    : null;
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

/** Performance marks for profilers. After a restart only the latest start counts. */
function mark(name: string): void {
  performance.clearMarks(name);
  performance.mark(name);
}

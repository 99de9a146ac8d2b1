import { pageClock } from '../../../src/page/page-clock.ts';
import {
  createServicesClient,
  type ServicesClient,
  type ServicesClientDeps,
} from '../../../src/services/services-client.ts';
import type { ServicesHost } from '../../../src/services/services-host.ts';
import { startHost } from '../../../src/services/start-host.ts';
import { startPageServices } from '../../../src/services/start-page-services.ts';
import { workerRefusal } from '../../../src/services/worker-refusal.ts';
import { endServices, newSid, workerUrl } from '../run-services.ts';

export const context = { client: { clientName: 'browser-test', clientVersion: '1', hl: 'en' } };
export const absoluteWorkerUrl = new URL(workerUrl, location.href).href;
export const clients: ServicesClient[] = [];

export async function endClients(): Promise<void> {
  for (const client of clients.splice(0)) await client.dispose();
  // The page remembers this; all tests share one page.
  workerRefusal.by = '';
  await endServices();
}

/** A client on the real browser, except for what a test replaces. */
export function createClient(deps: Partial<ServicesClientDeps> = {}) {
  const sid = newSid();
  const hosts: ServicesHost[] = [];
  const client = createServicesClient({
    runtime: 'auto',
    config: {
      sid,
      origin: location.origin,
      context,
      isTelemetryOn: true,
      consent: 'granted',
      isPrivate: false,
    },
    clock: pageClock,
    canStart: Promise.resolve(),
    lastActivityMs: () => -1,
    newId: newSid,
    async startWorker(place) {
      const host = await startHost(place, absoluteWorkerUrl);
      hosts.push(host);
      return host;
    },
    startPage: async () => startPageServices(),
    sendBeacon: (url, body) => navigator.sendBeacon(url, body),
    canClone: () => true,
    holdDocumentLock: () => {},
    ...deps,
  });
  clients.push(client);
  return { client, sid, hosts };
}

/** The worker ends, and the browser fires the error event. */
export function crash(host: ServicesHost | undefined): void {
  const worker = host?.endpoint as Worker;
  worker.terminate();
  worker.dispatchEvent(new ErrorEvent('error', { message: 'crashed' }));
}

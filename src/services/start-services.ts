import type { Consent } from '../../shared/rpc/consent.ts';
import { documentLockName } from '../../shared/rpc/document-lock.ts';
import type { Runtime } from '../../shared/rpc/rpc.ts';
import type { ClientContext } from '../../shared/telemetry/log-batch.ts';
import { hexId } from '../../shared/tools/hex-id.ts';
import { pageClock } from '../page/page-clock.ts';
import { createServicesClient, type ServicesClient } from './services-client.ts';
import type { ServicesHost } from './services-host.ts';
import type { ServicesPlace } from './services-place.ts';
import { watchWorkerRefusal } from './worker-refusal.ts';
import { servicesWorkerUrl } from './worker-url.ts';

export interface ServicesOptions {
  runtime: Runtime;
  /**
   * Origin of the API: the embed page's origin, also in a sandboxed frame, unless the page is
   * hosted elsewhere.
   */
  origin: string;
  context: ClientContext;
  isTelemetryOn: boolean;
  consent: Consent;
  isPrivate: boolean;
  /** `api` from the page config. */
  api?: unknown;
  /** `probes` from the page config. */
  probes?: unknown;
  /** Experiment flags. */
  flags?: Record<string, string>;
  /** Whether to record spans for DevTools. */
  isTraced?: boolean;
  canStart: Promise<void>;
  /** Milliseconds since the viewer's last activity; -1 if never. */
  lastActivityMs(): number;
}

/** The services of this document, with the browser's clock, workers, beacons and locks. */
export function startServices({
  runtime,
  canStart,
  lastActivityMs,
  isTraced,
  ...given
}: ServicesOptions): ServicesClient {
  watchWorkerRefusal(runtime);
  const startAnywhere = async (place: ServicesPlace): Promise<ServicesHost> => {
    const { startHost } = await import('./start-host.ts');
    return startHost(place, servicesWorkerUrl, isTraced);
  };
  return createServicesClient({
    runtime,
    config: { sid: newDocumentId(), ...given },
    clock: pageClock,
    canStart,
    lastActivityMs,
    newId,
    startWorker: startAnywhere,
    startPage: () => startAnywhere('page'),
    sendBeacon: (url, body) => navigator.sendBeacon(url, body),
    canClone,
    holdDocumentLock,
  });
}

/**
 * Ends with the day (UTC, counted from 1970), because a store in PostgreSQL is partitioned by it.
 * @returns 32 hexadecimal digits, `-` and e.g. `20785`
 */
function newDocumentId(): string {
  return `${newId()}-${Math.floor(pageClock.now() / 86_400_000)}`;
}

/** `randomUUID` is missing without https. */
function newId(): string {
  return hexId(crypto.getRandomValues(new Uint8Array(16)));
}

function canClone(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

function holdDocumentLock(sid: string, signal: AbortSignal): void {
  const held = new Promise<void>((release) =>
    signal.addEventListener('abort', () => release(), { once: true }),
  );
  try {
    // Denied or aborted: others then see only the worker's own lock, or the age of its rows.
    navigator.locks
      ?.request(documentLockName(sid), { mode: 'shared', signal }, () => held)
      .catch(() => undefined);
  } catch {
    // SecurityError where storage is denied. Then there is no shared store either.
  }
}

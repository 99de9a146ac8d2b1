import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ServerProcess, startServerProcess } from '../../e2e/support/server-process.ts';
import { createPoster, type Poster } from '../../e2e/support/start-load.ts';
import { logEndpoints } from '../../shared/telemetry/log-event.ts';
import { processorSeconds } from '../intake/process-times.ts';
import type { Sample } from '../report/part-report.ts';
import { fromOneAddress } from '../soak/load/run-load.ts';
import { progress } from '../support/progress.ts';
import { keepDays, type LimitedStores } from './open-stores.ts';
import { sendBurst, sendSteadily } from './send-visits.ts';
import { eventsOfVisit } from './visits.ts';

export interface ScaleRun {
  /** Documents that the stores hold when the steady load begins. */
  documents: number;
  /** Visits that wait for their answer at a time in the burst. */
  atOnce: number;
  /** Visits a second of the steady load. */
  perSecond: number;
  steadySec: number;
}

const tenths = 10;
const reportEachMs = 2_000;
const expiring = fileURLToPath(new URL('expire-store.ts', import.meta.url));

/**
 * Fills stores in one burst, in which the server is killed once. Then visits come steadily, first
 * while reports are read, then while all that the burst stored expires.
 */
export async function measureStores(
  stores: LimitedStores,
  run: ScaleRun,
): Promise<Sample['figures']> {
  const server = await startServerProcess([...fromOneAddress, ...stores.args]);
  stores.onServer(server.pid());
  const poster = createPoster(`${server.embedOrigin}${logEndpoints.log_event}`);
  try {
    return {
      ...(await measureBurst({ server, stores, poster, run })),
      ...(await measureReports(server, poster, run)),
      ...(await measureExpiry(stores, poster, run)),
    };
  } finally {
    poster.close();
    await server.dispose();
  }
}

interface Lane {
  server: ServerProcess;
  stores: LimitedStores;
  poster: Poster;
  run: ScaleRun;
}

async function measureBurst({ server, stores, poster, run }: Lane): Promise<Sample['figures']> {
  const count = Math.ceil(run.documents / tenths);
  const bytesBefore = await stores.bytes();
  const parts = [];
  for (let part = 0; part < tenths; part++) {
    progress(`Scale: ${part * count} of ${count * tenths} documents`);
    const before = readTimes(server, stores);
    const sent = sendBurst(poster, { first: part * count, count, daysAhead: 0 }, run.atOnce);
    // Its processor time ends with it, so this part is not among those that are shown.
    if (part === 1) await killAndRestart(server, stores);
    const tookMs = await sent;
    const after = readTimes(server, stores);
    parts.push({
      ms: (after.ms - before.ms) / count,
      serverUs: ((after.server - before.server) * 1e6) / count,
      storeUs: ((after.stores - before.stores) * 1e6) / count,
      p99: quantile(tookMs, 0.99),
    });
  }
  const [first, last] = [parts[0], parts.at(-1)];
  const summary = await fetch(`${server.embedOrigin}/telemetry/summary`);
  const { events } = (await summary.json()) as { events: number };
  return {
    firstMs: first?.ms,
    lastMs: last?.ms,
    firstServerUs: first?.serverUs,
    lastServerUs: last?.serverUs,
    firstStoreUs: first?.storeUs,
    lastStoreUs: last?.storeUs,
    burstP99: last?.p99,
    bytes: ((await stores.bytes()) - bytesBefore) / (count * tenths),
    miscounted: Math.abs(events - count * tenths * eventsOfVisit),
  };
}

async function measureReports(
  server: ServerProcess,
  poster: Poster,
  { documents, perSecond, steadySec }: ScaleRun,
): Promise<Sample['figures']> {
  progress('Scale: steady, with reports');
  const tookMs: number[] = [];
  async function readReports(): Promise<void> {
    const endMs = performance.now() + steadySec * 1_000;
    while (performance.now() < endMs) {
      const startMs = performance.now();
      const answer = await fetch(`${server.embedOrigin}/telemetry/report`);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`A report was answered with ${answer.status}.`);
      tookMs.push(performance.now() - startMs);
      await wait(reportEachMs);
    }
  }
  const visits = { first: 2 * documents, perSecond, daysAhead: 3 };
  const sentMs = await sendSteadily(poster, visits, readReports());
  return {
    reportMs: quantile(tookMs, 0.5),
    reportMostMs: quantile(tookMs, 1),
    reportsP50: quantile(sentMs, 0.5),
    reportsP99: quantile(sentMs, 0.99),
  };
}

async function measureExpiry(
  stores: LimitedStores,
  poster: Poster,
  { documents, perSecond }: ScaleRun,
): Promise<Sample['figures']> {
  progress('Scale: steady, while documents expire');
  let expired = 0;
  let ms = 0;
  async function expireAll(): Promise<void> {
    const startMs = performance.now();
    await Promise.all(
      stores.places.map(async (place) => {
        const args = [expiring, ...place, String(keepDays)];
        const running = promisify(execFile)(process.execPath, args);
        if (running.child.pid !== undefined && place[0] === 'sqlite')
          stores.onServer(running.child.pid);
        const { stdout } = await running;
        expired += Number(stdout);
      }),
    );
    ms = performance.now() - startMs;
  }
  const visits = { first: 3 * documents, perSecond, daysAhead: 3 };
  const sentMs = await sendSteadily(poster, visits, expireAll());
  if (expired < documents)
    throw new Error(`Only ${expired} of ${documents} documents have expired.`);
  return {
    expireSec: ms / 1_000,
    expiryP50: quantile(sentMs, 0.5),
    expiryP99: quantile(sentMs, 0.99),
  };
}

async function killAndRestart(server: ServerProcess, stores: LimitedStores): Promise<void> {
  await wait(1_000);
  await server.kill();
  await server.restart();
  stores.onServer(server.pid());
}

const readTimes = (server: ServerProcess, stores: LimitedStores) => ({
  ms: performance.now(),
  server: processorSeconds([server.pid()]),
  stores: processorSeconds(stores.pids()),
});

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}

import { startServerProcess } from '../../e2e/support/server-process.ts';
import { type Load, startLoad } from '../../e2e/support/start-load.ts';
import { until } from '../../e2e/support/until.ts';
import type { Sample } from '../report/part-report.ts';
import { checkSenders } from '../soak/load/check-stored.ts';
import { fromOneAddress } from '../soak/load/run-load.ts';
import type { OpenStore } from './open-store.ts';
import { processorSeconds } from './process-times.ts';

export interface StoreRun {
  /** Events in a batch. */
  events: number;
  /** Documents that send at the same time. */
  documents: number;
  /** Batches before the measuring begins: code is compiled, and the store opens its connections. */
  warmBatches: number;
  /** Measured batches. */
  batches: number;
}

/**
 * Sends batches as fast as the intake answers. The cost of a batch is CPU time instead of clock
 * time, because sender and store share the machine. At the end the server is killed under load:
 * after its restart, every acknowledged event must be stored.
 */
export async function measureStore(store: OpenStore, run: StoreRun): Promise<Sample['figures']> {
  const server = await startServerProcess([...fromOneAddress, ...store.args]);
  try {
    const load = startLoad(server.embedOrigin, {
      documents: run.documents,
      eventsPerBatch: run.events,
    });
    const acknowledgedBatches = () => load.acknowledged() / run.events;
    const read = async () => ({
      ms: performance.now(),
      batches: acknowledgedBatches(),
      server: processorSeconds([server.pid()]),
      store: processorSeconds(store.pids()),
      bytes: await store.bytes(),
    });
    await until('it is warm', () => acknowledgedBatches() >= run.warmBatches);
    const before = await read();
    const firstLatency = load.latenciesMs.length;
    await until(
      'it has measured enough',
      () => acknowledgedBatches() >= before.batches + run.batches,
    );
    const after = await read();
    const lost = await killUnderLoad(server, load);

    const batches = after.batches - before.batches;
    const events = batches * run.events;
    const latencies = load.latenciesMs.slice(firstLatency).toSorted((a, b) => a - b);
    const at = (share: number) =>
      latencies[Math.floor(share * (latencies.length - 1))] ?? Number.NaN;
    return {
      serverUs: ((after.server - before.server) * 1e6) / events,
      storeUs: ((after.store - before.store) * 1e6) / events,
      eventMs: (after.ms - before.ms) / events,
      batchP50: at(0.5),
      batchP99: at(0.99),
      bytes: (after.bytes - before.bytes) / events,
      lost,
    };
  } finally {
    await server.dispose();
  }
}

/** @returns number of documents with acknowledged events that are missing or stored twice */
async function killUnderLoad(
  server: Awaited<ReturnType<typeof startServerProcess>>,
  load: Load,
): Promise<number> {
  await server.kill();
  await load.abandon();
  await server.restart();
  const problems = await checkSenders(server, load.senders);
  for (const problem of problems) console.error(problem);
  return problems.length;
}

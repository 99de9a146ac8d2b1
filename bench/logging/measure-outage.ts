import { setTimeout as wait } from 'node:timers/promises';
import type { Lane } from './lanes.ts';
import type { Figures } from './measures.ts';
import { type Bench, startTrial, untilArrived } from './trial.ts';

export type OutageKind = 'offline' | '500';

export interface OutageRun {
  outageMs: number;
  recoveryMs: number;
}

const count = 1_000;
const eventsPerTask = 10;
/** Nine seconds in all: the slowest logger's batches are due long before the outage ends. */
const gapMs = 90;
const beforeMs = 1_000;

/** Logs during an outage, then ends the outage. */
export async function measureOutage(
  bench: Bench,
  lane: Lane,
  kind: OutageKind,
  { outageMs, recoveryMs }: OutageRun,
): Promise<Figures> {
  const { open, run, fate } = await startTrial(bench, lane);
  const { collector } = open;
  const setOutage = (isOut: boolean) =>
    kind === 'offline' ? open.setOffline(isOut) : collector.setFault(isOut ? '500' : 'none');
  try {
    const { frame } = await open.openPage();
    collector.start(run);
    const burst = { run, from: 0, count, eventsPerTask, gapMs, isBaseline: false };
    const driven = frame.evaluate((options) => window.benchDrive(options), burst);
    await wait(beforeMs);
    await setOutage(true);
    await wait(outageMs);
    await driven;
    await setOutage(false);
    const backMs = performance.now();
    await untilArrived(collector, count, recoveryMs);
    const newestMs = collector.newestMs().event;
    // A second copy would come with the next request.
    await wait(1_000);
    const { lost, twice, storedTwice } = await fate(count);
    const { refusedBytes, refusedRequests } = collector.counts();
    const outageTwice = (twice / count) * 100;
    if (kind === 'offline')
      return {
        offlineLost: lost,
        backSec: Math.max(0, newestMs - backMs) / 1_000,
        outageTwice,
        storedTwice,
      };
    return {
      errorsLost: lost,
      errorsKb: refusedBytes / 1_000,
      errorsRequests: refusedRequests,
      outageTwice,
      storedTwice,
    };
  } finally {
    await open.close();
  }
}

import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession } from '@playwright/test';
import type { Lane } from './lanes.ts';
import { type Bench, startTrial, untilArrived } from './trial.ts';
import { workerTimeMs } from './worker-time.ts';

/** How many events, how slow the main thread. */
export interface CostRun {
  throttling: number;
  count: number;
}

/** One lane's run; what its baseline did is not subtracted yet. */
export interface Cost {
  taskMs: number;
  callMs: number;
  workerMs: number | null;
  requests: number;
  preflights: number;
  bodyBytes: number;
  arrived: number;
  lost: number;
  storedTwice: number;
}

const eventsPerTask = 10;
/** Five hundred events a second. */
const gapMs = 20;
/** The slowest batches of the lanes that deliver everything are half a minute apart. */
const drainMs = 40_000;
/** After the last arrival the page still reads the answer and tidies up. */
const settleMs = 500;
/** Of a lane that has nothing to deliver. */
const baselineDrainMs = 3_000;

/** Logs at an even pace from a page that has come to rest, until everything is delivered. */
export async function measureCost(bench: Bench, lane: Lane, { throttling, count }: CostRun): Promise<Cost> {
  const { open, run, fate } = await startTrial(bench, lane);
  try {
    const { frame, cdp } = await open.openPage();
    // What the page does for its own start is over by then.
    await wait(1_000);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttling });
    open.collector.start(run);
    const workerBeforeMs = await workerTimeMs(bench.browser);
    const beforeMs = await taskMs(cdp);
    const burst = { run, from: 0, count, eventsPerTask, gapMs, isBaseline: lane.isBaseline };
    const { callMs } = await frame.evaluate((options) => window.benchDrive(options), burst);
    if (lane.isBaseline) await wait(baselineDrainMs);
    else await untilArrived(open.collector, count, drainMs);
    await wait(settleMs);
    const afterMs = await taskMs(cdp);
    const workerAfterMs = await workerTimeMs(bench.browser);
    const { requests, preflights, bodyBytes } = open.collector.counts();
    const { lost, storedTwice } = await fate(lane.isBaseline ? 0 : count);
    return {
      taskMs: afterMs - beforeMs,
      callMs,
      workerMs: workerAfterMs === null || workerBeforeMs === null ? null : workerAfterMs - workerBeforeMs,
      requests,
      preflights,
      bodyBytes,
      arrived: open.collector.arrivals().size,
      lost,
      storedTwice,
    };
  } finally {
    await open.close();
  }
}

async function taskMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

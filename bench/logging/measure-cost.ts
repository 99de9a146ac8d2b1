import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Frame } from '@playwright/test';
import type { Lane } from './lanes.ts';
import { readThreadTimes, type ThreadTimes, timesBetween } from './thread-times.ts';
import { type Bench, startTrial, untilArrived } from './trial.ts';

/** Number of events, and how much the main thread is slowed down. */
export interface CostRun {
  throttling: number;
  count: number;
  /** Time limit for the events' arrival after the last one. */
  drainMs: number;
}

/** Cost of one lane's run, before the baseline is subtracted. */
export interface Cost {
  /** CPU time of the main thread's tasks. */
  cpuMs: number;
  /** Clock time of the same tasks, which includes the machine's other work. */
  wallMs: number;
  callMs: number;
  threads: ThreadTimes | null;
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
/** After the last arrival the page still reads the answer and cleans up. */
const settleMs = 500;
/** For a lane that delivers nothing. */
const baselineDrainMs = 3_000;

/** Logs at an even pace from an idle page, until everything is delivered. */
export async function measureCost(
  bench: Bench,
  lane: Lane,
  { throttling, count, drainMs }: CostRun,
): Promise<Cost> {
  const { open, run, fate } = await startTrial(bench, lane);
  try {
    const { frame, cdp } = await open.openPage();
    const clocks = await startTaskClocks(frame, cdp);
    // By then the page has finished its own start.
    await wait(1_000);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttling });
    open.collector.start(run);
    const threadsBefore = await readThreadTimes(bench.browser);
    const before = await clocks.read();
    const burst = { run, from: 0, count, eventsPerTask, gapMs, isBaseline: lane.isBaseline };
    const { callMs } = await frame.evaluate((options) => window.benchDrive(options), burst);
    if (lane.isBaseline) await wait(baselineDrainMs);
    else await untilArrived(open.collector, count, drainMs);
    await wait(settleMs);
    const after = await clocks.read();
    const threadsAfter = await readThreadTimes(bench.browser);
    const { requests, preflights, bodyBytes } = open.collector.counts();
    const { lost, storedTwice } = await fate(lane.isBaseline ? 0 : count);
    return {
      cpuMs: after.cpuMs - before.cpuMs,
      wallMs: after.wallMs - before.wallMs,
      callMs,
      threads: timesBetween(threadsBefore, threadsAfter),
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

interface TaskClocks {
  read(): Promise<{ cpuMs: number; wallMs: number }>;
}

/**
 * Uses two sessions, because each has one kind of clock.
 * @param wall the page's existing session
 */
async function startTaskClocks(frame: Frame, wall: CDPSession): Promise<TaskClocks> {
  const cpu = await frame.page().context().newCDPSession(frame);
  await cpu.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { read: async () => ({ cpuMs: await taskMs(cpu), wallMs: await taskMs(wall) }) };
}

async function taskMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

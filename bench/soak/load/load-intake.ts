import { createSender, type Sender } from '../../../e2e/support/event-sender.ts';
import { summary } from '../../../e2e/support/intake.ts';
import { type ServerProcess, startServerProcess } from '../../../e2e/support/server-process.ts';
import { judge, type Trend, trendOf, type Verdict } from '../trend.ts';
import { checkSenders, settle } from './check-stored.ts';
import { inspectable } from './inspect-heap.ts';
import { fromOneAddress, type LoadResult, runLoad } from './run-load.ts';
import { type HeapSample, watchHeap, watchProcessor } from './watch-process.ts';

/**
 * Each step takes a quarter of the long one's time; the long one has the connections of the best
 * step.
 */
const rampConnections = [1, 4, 16, 64] as const;

const heapConnections = 16;

/**
 * Allowed growth in bytes an event: each sample includes batches in progress, but a leaked event
 * has some hundred bytes.
 */
const memoryAllowed = 20;

export interface IntakeLoad {
  ramp: LoadStep[];
  sustained: LoadStep;
  /** From a separate step: collecting garbage takes the server's time. */
  samples: HeapSample[];
  memory: { trend: Trend; verdict: Verdict; allowed: number };
  acknowledged: number;
  stored: number;
  problems: string[];
}

export interface LoadStep extends LoadResult {
  /** CPU use of the server, percent of one core. */
  cpuPercent: number;
}

/** Sends batches as pages do, as fast as the intake answers. */
export async function loadIntake(seconds: number): Promise<IntakeLoad> {
  const server = await startServerProcess(fromOneAddress, inspectable);
  try {
    const senders: Sender[] = [];
    const connect = (count: number) => {
      const own = Array.from({ length: count }, () => createSender());
      senders.push(...own);
      return own;
    };
    const step = async (connections: number, stepSeconds: number) => {
      const measured = await measureStep(server, connect(connections), stepSeconds);
      console.log(lineOf(measured));
      return measured;
    };
    const ramp: LoadStep[] = [];
    for (const connections of rampConnections) ramp.push(await step(connections, seconds / 4));
    const best =
      ramp.toSorted((a, b) => b.eventsPerSecond - a.eventsPerSecond)[0]?.connections ?? 1;
    const sustained = await step(best, seconds);
    const samples = await sampleHeap(server, connect(heapConnections), seconds);

    const trend = memoryTrend(samples);
    const verdict = judge(trend, memoryAllowed);
    await settle(server, senders);
    const problems = await checkSenders(server, senders);
    const { events: stored, missing } = await summary(server);
    const acknowledged = senders.reduce((sum, sender) => sum + sender.acknowledged(), 0);
    if (stored !== acknowledged)
      problems.push(`${acknowledged} events are acknowledged, ${stored} stored.`);
    if (missing > 0) problems.push(`The server misses ${missing} events.`);
    if (verdict === 'grows') problems.push('The server’s memory grows with each event.');
    return {
      ramp,
      sustained,
      samples,
      memory: { trend, verdict, allowed: memoryAllowed },
      acknowledged,
      stored,
      problems,
    };
  } finally {
    await server.dispose();
  }
}

async function measureStep(
  server: ServerProcess,
  senders: Sender[],
  seconds: number,
): Promise<LoadStep> {
  const watch = await watchProcessor(server.pid());
  const result = await runLoad(server.embedOrigin, senders, seconds).result;
  return { ...result, cpuPercent: await watch.stop() };
}

async function sampleHeap(
  server: ServerProcess,
  senders: Sender[],
  seconds: number,
): Promise<HeapSample[]> {
  const acknowledged = () => senders.reduce((sum, sender) => sum + sender.acknowledged(), 0);
  const watch = await watchHeap(server, acknowledged);
  await runLoad(server.embedOrigin, senders, seconds).result;
  return watch.stop();
}

/** Skips the first third, in which heap and caches reach their size. */
function memoryTrend(samples: readonly HeapSample[]): Trend {
  // If no events came between samples, keep one of them.
  const judged = samples
    .slice(Math.floor(samples.length / 3))
    .filter(({ events }, index, all) => events !== all[index - 1]?.events);
  return trendOf([
    {
      life: 'server',
      points: judged.map(({ events, bytes }) => ({ cycle: events, value: bytes })),
    },
  ]);
}

function lineOf({ connections, eventsPerSecond, p50Ms, p99Ms, cpuPercent }: LoadStep): string {
  return `${connections} connections: ${Math.round(eventsPerSecond)} events/s, a batch p50 ${p50Ms} ms, p99 ${p99Ms} ms, server ${Math.round(cpuPercent)} % of a core`;
}

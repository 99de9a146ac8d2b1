import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { until } from '../support/until.ts';
import type { Check } from './check.ts';
import type { FloodCount, FloodTarget } from './flood.ts';
import type { Holdings, Scene, ThreadTimes } from './open-scene.ts';
import type { FloodName, FloodRecipe } from './recipe.ts';
import { type Latency, watchLatency } from './watch-latency.ts';

/** Differs from the embed and this program, which use `127.0.0.1`. */
const attacker = '127.0.0.66';

/**
 * How far an attack by one client may slow down answers for others, relative to an idle server in
 * the same run. If other programs take the processors, a server that works waits for them, and an
 * idle one hardly does, so the limit grows with that wait.
 */
const latencyMaxRatio = 20;
/** Sockets that the embed and this program may have opened in the meantime. */
const descriptorsMaxGrowth = 16;
/** Caches that fill once: compiled code, routes, statements, known clients. */
const usedMaxGrowthBytes = 32_000_000;
const storeMaxGrowthBytes = 64_000_000;

const holdingsEveryMs = 100;

export interface FloodForm {
  idleMs: number;
  floodMs: number;
  /** Multiplier of the recipe's rate. */
  scale: number;
  /** Which latency must stay within `latencyMaxRatio`. */
  judgedBy: 'p99Ms' | 'usualP99Ms';
}

/** Measurements of an attack. */
export interface FloodResult {
  count: FloodCount;
  idle: Latency;
  during: Latency;
  /**
   * An idle server on the same machine during the attack. Other work on the machine slows it down
   * as well.
   */
  beside: Latency;
  /** How many times longer the server's work took, because it waited for a processor. */
  stretch: number;
  /** Before the attack, the maximum during it, and afterwards. */
  held: { before: Holdings; most: Holdings; after: Holdings };
  usedBytes: { before: number; after: number };
  checks: Check[];
}

export async function runFlood(
  scene: Scene,
  { flood, check }: FloodRecipe,
  { idleMs, floodMs, scale, judgedBy }: FloodForm,
): Promise<FloodResult> {
  const watchedIdle = watchLatency(scene.port);
  await wait(idleMs);
  const idle = await watchedIdle.end();
  const usedBefore = await scene.usedBytes();
  const before = scene.holdings();
  const most = { ...before };
  const timer = setInterval(() => raise(most, scene.holdings()), holdingsEveryMs);
  const timesBefore = scene.threadTimes();
  const watched = watchLatency(scene.port);
  const watchedBeside = watchLatency(scene.idlePort);
  const flooded = startThread(flood, { port: scene.port, from: attacker, scale, forMs: floodMs });
  await scene.viewer.untilPlayed();
  const count = await flooded;
  const [during, beside] = await Promise.all([watched.end(), watchedBeside.end()]);
  clearInterval(timer);
  const stretch = stretchOf(timesBefore, scene.threadTimes());
  await scene.viewer.untilPlayed();

  const hasSettled = () =>
    scene.holdings().descriptors <= before.descriptors + descriptorsMaxGrowth;
  const descriptorsBack = await until('the descriptors are closed', hasSettled).catch(() => false);
  // The server frees the memory of closed connections over several turns of its event loop.
  let usedAfter = 0;
  const isMemoryBack = await until('the memory is released', async () => {
    usedAfter = await scene.usedBytes();
    return usedAfter <= usedBefore + usedMaxGrowthBytes;
  }).catch(() => false);
  const after = scene.holdings();
  return {
    count,
    idle,
    during,
    beside,
    stretch,
    held: { before, most, after },
    usedBytes: { before: usedBefore, after: usedAfter },
    checks: [
      { what: 'the attack reaches the server', isMet: count.requests > 0 },
      { what: 'every request of another client is answered', isMet: during.failed === 0 },
      {
        what: `p99 of other clients stays within ${latencyMaxRatio}× of an idle server`,
        isMet:
          during[judgedBy] <=
          latencyMaxRatio * stretch * Math.max(idle[judgedBy], beside[judgedBy]),
      },
      { what: 'descriptors return to their starting level', isMet: descriptorsBack },
      {
        what: 'memory returns to its starting level',
        isMet: isMemoryBack,
      },
      {
        what: 'the store grows within its bounds',
        isMet: after.storeBytes - before.storeBytes <= storeMaxGrowthBytes,
      },
      ...((await check?.(scene)) ?? []),
    ],
  };
}

function stretchOf(before: ThreadTimes, after: ThreadTimes): number {
  const ranNs = after.ranNs - before.ranNs;
  return 1 + (after.waitedNs - before.waitedNs) / Math.max(1, ranNs);
}

function raise(most: Holdings, now: Holdings): void {
  most.descriptors = Math.max(most.descriptors, now.descriptors);
  most.residentBytes = Math.max(most.residentBytes, now.residentBytes);
  most.storeBytes = Math.max(most.storeBytes, now.storeBytes);
}

function startThread(name: FloodName, target: FloodTarget): Promise<FloodCount> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('flood-thread.ts', import.meta.url), {
      workerData: { name, target },
    });
    thread.once('message', resolve);
    thread.once('error', reject);
  });
}

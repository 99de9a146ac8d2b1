import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { blockingMs, readProcess, sumBefore } from '../support/main-thread.ts';
import { startTrace, type TraceEvent } from '../support/trace.ts';
import type { Lane } from './lane.ts';
import type { ManyFigures } from './many-measures.ts';
import { heapBytes, throttling } from './measure-load.ts';
import { sum, traceWindow } from './measure-playback.ts';
import { type Bench, openPlayer, untilSeen } from './open-player.ts';

export const embedCount = 10;
/** After the last embed can be played. */
const settleMs = 3_000;
/** Until the logged events have been sent and answered. */
const restMs = 12_000;

/**
 * Measures one page with ten embeds until all can be played, and optionally at rest. They share a
 * process.
 */
export async function measureMany(
  bench: Bench,
  lane: Lane,
  withRest: boolean,
): Promise<ManyFigures> {
  const player = await openPlayer(bench, lane, { throttling, count: embedCount });
  try {
    const trace = await startTrace(bench.devTools.browser);
    await player.navigate();
    for (let index = 0; index < embedCount; index += 1) {
      const what = `the play control of embed ${index + 1} of ${embedCount}`;
      const frame = () => {
        const found = player.frames()[index];
        if (found === undefined) throw new Error('It is not there yet.');
        return found;
      };
      await untilSeen(player, what, ({ playableMs }) => playableMs !== null, { frame });
    }
    await wait(settleMs);
    const events = await trace.stop();
    const process = readProcess(events, isPlayable);
    const lastMs = Math.max(...events.filter(isPlayable).map(({ ts }) => ts)) / 1_000;
    const workers = player.workers();
    const workerHeaps = await Promise.all(workers.map(heapBytes));
    const { mainTasks, requests } = process;
    const figures: ManyFigures = {
      manyCpu: sumBefore(mainTasks, lastMs, ({ cpuMs }) => cpuMs),
      manyWall: sumBefore(mainTasks, lastMs, ({ wallMs }) => wallMs),
      manyCpuAll: sum(mainTasks, ({ cpuMs }) => cpuMs),
      manyBlocking: sum(mainTasks, blockingMs),
      manyRequests: requests.length + workers.filter(({ url }) => url.startsWith('http')).length,
      manyTransferKb: sum(requests, ({ transferBytes }) => transferBytes) / 1_000,
      manyWorkers: workers.length,
      manyHeapKb: (await heapBytes(player.frame())) / 1_000,
      manyWorkerHeapKb: sum(workerHeaps, (bytes) => bytes) / 1_000,
      ...processFigures(process.pid),
    };
    if (!withRest) return figures;
    await wait(restMs);
    const idle = await traceWindow(bench, player);
    return {
      ...figures,
      manyIdleScriptTasks: idle.mainTasks.filter(({ hasScript }) => hasScript).length,
      manyIdleTasks: idle.mainTasks.length,
      manyIdleWorkerTasks: idle.workerTasks.length,
    };
  } finally {
    await player.close();
  }
}

const isPlayable = ({ name }: TraceEvent) => name === 'bench-playable';

/** As the kernel counts them; empty on systems other than Linux. */
function processFigures(pid: number | undefined): ManyFigures {
  if (globalThis.process.platform !== 'linux' || pid === undefined) return {};
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const field = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
    return { manyThreads: field('Threads'), manyRssMb: field('RssAnon') / 1_000 };
  } catch {
    // If the browser runs in a container, its pids cannot be read here.
    return {};
  }
}

import { setTimeout as wait } from 'node:timers/promises';
import { readProcess } from '../support/main-thread.ts';
import { startTrace } from '../support/trace.ts';
import type { Lane } from './lane.ts';
import { heapBytes, throttling } from './measure-load.ts';
import { sum, traceWindow, windowSec } from './measure-playback.ts';
import { type Bench, evaluate, openPlayer, untilSeen } from './open-player.ts';
import type { RpcFigures } from './rpc-measures.ts';

/** Sequential calls, each awaited. */
const callCount = 300;
const [warmUpMs, restMs] = [4_000, 12_000];

/**
 * Measures the cost of the RPC between page and services, with the services in a worker and in the
 * page.
 */
export async function measureRpc(bench: Bench, lane: Lane): Promise<RpcFigures> {
  const player = await openPlayer(bench, lane, { throttling, isAutoplay: true });
  try {
    const start = await startTrace(bench.devTools.browser);
    await player.navigate();
    await untilSeen(player, 'a page that plays by itself playing', ({ isPlaying }) => isPlaying);
    await wait(warmUpMs);
    const { workers } = readProcess(await start.stop(), ({ name }) => name === 'bench-canplay');
    const playing = await traceWindow(bench, player);
    await evaluate(player.frame(), 'benchPause()');
    await wait(restMs);
    const idle = await traceWindow(bench, player);
    const heaps = await Promise.all(player.workers().map(heapBytes));

    const trace = await startTrace(bench.devTools.browser);
    const calls = `(async () => {
      await offstage.flush();
      performance.mark('bench-window');
      const startMs = performance.now();
      for (let n = 0; n < ${callCount}; n += 1) await offstage.flush();
      performance.mark('bench-calls');
      return performance.now() - startMs;
    })()`;
    const roundTripMs = Number(await evaluate(player.frame(), calls));
    const process = readProcess(await trace.stop(), ({ name }) => name === 'bench-window');
    const fromMs = process.markMs('bench-window') ?? Number.NaN;
    const untilMs = process.markMs('bench-calls') ?? Number.NaN;
    const callTasks = process.mainTasks.filter(
      ({ startMs }) => startMs >= fromMs && startMs < untilMs,
    );
    return {
      rpcCallUs: (sum(callTasks, ({ cpuMs }) => cpuMs) * 1_000) / callCount,
      rpcRoundTripMs: roundTripMs / callCount,
      rpcToWorkerPerSec: playing.posted.byPage / windowSec,
      rpcToPagePerSec: playing.posted.byWorkers / windowSec,
      rpcIdleMessages: idle.posted.byPage + idle.posted.byWorkers,
      ...(workers !== null && { rpcWorkerStart: workers.firstMessageMs - workers.startMs }),
      rpcHeapKb: (await heapBytes(player.frame())) / 1_000,
      rpcWorkerHeapKb: sum(heaps, (bytes) => bytes) / 1_000,
    };
  } finally {
    await player.close();
  }
}

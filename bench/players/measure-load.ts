import type { Session } from '../support/devtools.ts';
import { blockingMs, readProcess, sumBefore, type TracedRequest } from '../support/main-thread.ts';
import { startTrace } from '../support/trace.ts';
import type { Lane } from './lane.ts';
import type { LoadFigures } from './load-measures.ts';
import { inlineScriptKb, playsByEarlyClick } from './measure-needed.ts';
import { type Bench, click, type OpenPlayer, openPlayer, untilSeen } from './open-player.ts';
import { scriptBytes } from './script-bytes.ts';
import { untilAtRest } from './until-at-rest.ts';

/** Like a cheap phone. */
export const throttling = 4;
/** How long page and workers have requested nothing when they are at rest. */
const settleMs = 2_000;

/**
 * Opens the page, waits until it is idle, and clicks; then opens it again with autoplay. The first
 * round also finds which scripts it needs, which is the same in all rounds.
 */
export async function measureLoad(bench: Bench, lane: Lane, round: number): Promise<LoadFigures> {
  const { loadedKb, ...figures } = await measureOpening(bench, lane);
  const autoplay = await measureAutoplay(bench, lane);
  if (round > 0) return { ...figures, ...autoplay };
  const neededKb = (await playsByEarlyClick(bench, lane)) ? 0 : loadedKb;
  return { ...figures, ...autoplay, neededKb, inlineKb: await inlineScriptKb(bench, lane) };
}

/** @returns the figures, with the main thread's script size when the play control worked */
async function measureOpening(
  bench: Bench,
  lane: Lane,
): Promise<LoadFigures & { loadedKb: number }> {
  const player = await openPlayer(bench, lane, { throttling });
  try {
    const trace = await startTrace(bench.devTools.browser);
    await player.navigate();
    await untilSeen(player, 'the play control', ({ playableMs }) => playableMs !== null);
    await untilAtRest(player, settleMs);
    const seen = await player.seen();
    const events = await trace.stop();
    const heapKb = (await heapBytes(player.frame())) / 1_000;
    const workerHeaps = await Promise.all(player.workers().map(heapBytes));
    const process = readProcess(events, ({ name }) => name === 'bench-playable');
    const { mainTasks, requests } = process;
    const playableMs = process.markMs('bench-playable') ?? Number.NaN;
    const readyMs = Math.max(playableMs, process.markMs('bench-canplay') ?? 0);
    const workerScripts = workerUrls(player);
    const workerCount = player.workers().length;
    const all = Number.POSITIVE_INFINITY;

    await player.frame().send('Runtime.evaluate', { expression: 'benchArm()' });
    const clickTrace = await startTrace(bench.devTools.browser);
    const clickedMs = await click(player.page, seen);
    const shown = await untilSeen(
      player,
      'the first frame after the click',
      ({ firstFrameMs, isPlaying }) => firstFrameMs !== null && isPlaying,
    );
    const { x, y } = seen;
    await player.page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: x + 8, y: y - 8 });
    await untilAtRest(player, settleMs);
    const clicked = readProcess(await clickTrace.stop(), ({ pid }) => pid === process.pid);
    const allRequests = [...requests, ...clicked.requests];
    const scripts = mainTasks
      .filter(({ hasScript }) => hasScript)
      .map(({ cpuMs }) => cpuMs)
      .toSorted((one, other) => other - one);
    const cpuAll = sumBefore(mainTasks, all, ({ cpuMs }) => cpuMs);
    return {
      playable: seen.playableMs ?? undefined,
      picture: seen.pictureMs ?? undefined,
      layoutShift: seen.layoutShift,
      cpuPlayable: sumBefore(mainTasks, playableMs, ({ cpuMs }) => cpuMs),
      wallPlayable: sumBefore(mainTasks, playableMs, ({ wallMs }) => wallMs),
      cpuReady: sumBefore(mainTasks, readyMs, ({ cpuMs }) => cpuMs),
      cpuAll,
      cpuPlayed: cpuAll + sumBefore(clicked.mainTasks, all, ({ cpuMs }) => cpuMs),
      longestScript: scripts[0] ?? 0,
      nextScript: scripts[1] ?? 0,
      blocking: sumBefore(mainTasks, all, blockingMs),
      longTasks: mainTasks.filter((task) => blockingMs(task) > 0).length,
      loadedKb: await mainScriptKb(requests, playableMs),
      scriptKb: await mainScriptKb(requests, all),
      workerScriptKb: await workerScriptKb(requests, workerScripts),
      playedScriptKb: await mainScriptKb(allRequests, all),
      playedWorkerScriptKb: await workerScriptKb(allRequests, workerUrls(player)),
      requests: requests.length + workerScripts.length,
      transferKb: requests.reduce((sum, { transferBytes }) => sum + transferBytes, 0) / 1_000,
      heapKb,
      workerHeapKb: workerHeaps.reduce((sum, bytes) => sum + bytes, 0) / 1_000,
      workers: workerCount,
      clickFrame: shown.openedMs + (shown.firstFrameMs ?? Number.NaN) - clickedMs,
    };
  } finally {
    await player.close();
  }
}

async function measureAutoplay(bench: Bench, lane: Lane): Promise<LoadFigures> {
  const player = await openPlayer(bench, lane, {
    throttling,
    isAutoplay: true,
    withoutWorkers: true,
  });
  try {
    await player.navigate();
    const seen = await untilSeen(
      player,
      'the first frame of a page that plays by itself',
      ({ firstFrameMs, isPlaying }) => firstFrameMs !== null && isPlaying,
    );
    return { autoplayFrame: seen.firstFrameMs ?? undefined };
  } finally {
    await player.close();
  }
}

async function mainScriptKb(requests: readonly TracedRequest[], untilMs: number): Promise<number> {
  const scripts = requests.filter(
    ({ isScript, isFromWorker, endMs }) => isScript && !isFromWorker && endMs <= untilMs,
  );
  return (await sumBytes(scripts.map(({ url }) => url))) / 1_000;
}

/** @param workers addresses of their own scripts */
async function workerScriptKb(
  requests: readonly TracedRequest[],
  workers: readonly string[],
): Promise<number> {
  const imported = requests.filter(({ isScript, isFromWorker }) => isScript && isFromWorker);
  return (await sumBytes([...imported.map(({ url }) => url), ...workers])) / 1_000;
}

/** @returns scripts of the live workers; a worker from a blob has no address */
function workerUrls(player: OpenPlayer): string[] {
  return player
    .workers()
    .map(({ url }) => url)
    .filter((url) => url.startsWith('http'));
}

/** Counts only files of this machine: peers' requests to other hosts are refused. */
async function sumBytes(urls: readonly string[]): Promise<number> {
  const own = new Set(urls.filter((url) => url.startsWith('http://localhost:')));
  const sizes = await Promise.all([...own].map(scriptBytes));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

/** @returns bytes of the JavaScript heap in use, after garbage collection */
export async function heapBytes(session: Session): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

import { setTimeout as wait } from 'node:timers/promises';
import { type ProcessTrace, readProcess } from '../support/main-thread.ts';
import { startTrace } from '../support/trace.ts';
import type { Lane } from './lane.ts';
import { throttling } from './measure-load.ts';
import { type Bench, evaluate, type OpenPlayer, openPlayer, untilSeen } from './open-player.ts';
import type { PlaybackFigures } from './playback-measures.ts';
import { commitsOf, watchCommits } from './react-commits.ts';

/** Duration of the measurement. */
export const windowSec = 10;
/**
 * Time after the first frame: the start is over, and late controls have appeared and are hidden
 * again.
 */
const warmUpMs = 6_000;
/** Time after the pause: logged events have been sent and answered. */
const restMs = 12_000;

/** Measures the main-thread work of steady playback, and optionally of the paused player. */
export async function measurePlayback(
  bench: Bench,
  lane: Lane,
  withRest: boolean,
): Promise<PlaybackFigures> {
  const player = await openPlayer(bench, lane, {
    throttling,
    isAutoplay: true,
    prepare: watchCommits,
  });
  try {
    await player.navigate();
    await untilSeen(
      player,
      'a page that plays by itself playing',
      ({ firstFrameMs, isPlaying }) => firstFrameMs !== null && isPlaying,
    );
    await wait(warmUpMs);
    const commitsBefore = await commitsOf(player.frame());
    const playing = await traceWindow(bench, player);
    const commits = await commitsOf(player.frame());
    const { isPlaying } = await player.seen();
    if (!isPlaying) throw new Error('The video stopped while it was measured.');
    const figures: PlaybackFigures = {
      cpuPerSec: sum(playing.mainTasks, ({ cpuMs }) => cpuMs) / windowSec,
      wallPerSec: sum(playing.mainTasks, ({ wallMs }) => wallMs) / windowSec,
      tasksPerSec: playing.mainTasks.length / windowSec,
      scriptTasksPerSec: playing.mainTasks.filter(({ hasScript }) => hasScript).length / windowSec,
      ...(commits !== null && { reactCommits: commits - (commitsBefore ?? 0) }),
      workerPerSec: sum(playing.workerTasks, ({ cpuMs }) => cpuMs) / windowSec,
    };
    if (!withRest) return figures;
    await evaluate(player.frame(), 'benchPause()');
    await wait(restMs);
    const idle = await traceWindow(bench, player);
    return {
      ...figures,
      idleScriptTasks: idle.mainTasks.filter(({ hasScript }) => hasScript).length,
      idleTasks: idle.mainTasks.length,
      idleCpu: sum(idle.mainTasks, ({ cpuMs }) => cpuMs),
      idleWorkerTasks: idle.workerTasks.length,
    };
  } finally {
    await player.close();
  }
}

/** Excludes the cost of the bench's own call: it is made before, and found by its mark. */
export async function traceWindow(bench: Bench, player: OpenPlayer): Promise<ProcessTrace> {
  const trace = await startTrace(bench.devTools.browser);
  await evaluate(player.frame(), "void performance.mark('bench-window')");
  await wait(windowSec * 1_000);
  const events = await trace.stop();
  const process = readProcess(events, ({ name }) => name === 'bench-window');
  // The task with the mark is the bench's own.
  const fromMs = process.markMs('bench-window') ?? Number.NaN;
  return { ...process, mainTasks: process.mainTasks.filter(({ startMs }) => startMs > fromMs) };
}

export function sum<T>(list: readonly T[], of: (each: T) => number): number {
  return list.reduce((total, each) => total + of(each), 0);
}

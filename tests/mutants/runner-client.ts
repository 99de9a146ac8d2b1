import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from '../../scripts/lib/project.js';
import type { Coverage, CoveringFile, Verdict } from './mutant.ts';

export type RunnerRequest =
  | { type: 'record' }
  | { type: 'judge'; id: string; files: CoveringFile[] };

/** Time limit of a mutant: a multiple of the time without it, plus a start on a busy machine. */
const judgeLimit = { times: 3, extraMs: 60_000 };

/** Runs every test once, without a mutant. */
export async function recordCoverage(
  project: string,
  filters: readonly string[],
): Promise<{ coverage: Coverage; failed: string[] }> {
  const child = await startRunner(project, 'record', filters);
  const reply = await ask(child, { type: 'record' }, null);
  await stop(child);
  if (reply === null) throw new Error(`The ${project} tests ended without a result.`);
  return reply as { coverage: Coverage; failed: string[] };
}

export interface Judge {
  judge(id: string, files: CoveringFile[]): Promise<Verdict>;
  stop(): Promise<void>;
}

/**
 * Judges one mutant after another in one process, which is replaced when a mutant has blocked it.
 */
export function createJudge(project: string): Judge {
  let child: ChildProcess | null = null;
  return {
    async judge(id, files) {
      child ??= await startRunner(project, 'judge', []);
      const usualMs = files.reduce((sum, { durationMs }) => sum + durationMs, 0);
      const limitMs = judgeLimit.times * usualMs + judgeLimit.extraMs;
      const verdict = await ask(child, { type: 'judge', id, files }, limitMs);
      if (verdict !== null) return verdict as Verdict;
      await stop(child);
      child = null;
      return { status: 'timed-out', killer: `no result within ${Math.round(limitMs / 1000)} s` };
    },
    async stop() {
      if (child !== null) await stop(child);
    },
  };
}

async function startRunner(
  project: string,
  mode: 'record' | 'judge',
  filters: readonly string[],
): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, 'runner.ts'), [project, ...filters], {
    cwd: root,
    // Its own process group, so that its workers end with it.
    detached: true,
    env: { ...process.env, OFFSTAGE_MUTANTS: mode },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}

/** @returns null when the runner ended or timed out */
async function ask(
  child: ChildProcess,
  request: RunnerRequest,
  limitMs: number | null,
): Promise<unknown> {
  const over = new AbortController();
  const timer = limitMs === null ? null : setTimeout(() => over.abort(), limitMs);
  const onExit = () => over.abort();
  child.once('exit', onExit);
  child.send(request);
  try {
    const [reply] = await once(child, 'message', { signal: over.signal });
    return reply;
  } catch {
    return null;
  } finally {
    if (timer !== null) clearTimeout(timer);
    child.off('exit', onExit);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await exited;
}

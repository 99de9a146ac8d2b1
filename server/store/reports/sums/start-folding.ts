import { setTimeout as wait } from 'node:timers/promises';
import type { EventStore } from '../../event-store.ts';
import { reportLimits } from '../report-limits.ts';

/**
 * Adds changes of playbacks to the sums, now and then, in small steps. While the store is away the
 * changes wait in it.
 * @param reportError gets unexpected errors
 * @returns a function that stops it, after the current step
 */
export function startFolding(
  store: Pick<EventStore, 'foldPlaybacks'>,
  reportError: (error: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const isMore = await foldOnce();
      if (isMore) continue;
      await wait(reportLimits.foldEveryMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  async function foldOnce(): Promise<boolean> {
    try {
      const folded = await store.foldPlaybacks();
      return folded.ok && folded.value;
    } catch (error) {
      reportError(error);
      return false;
    }
  }

  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}

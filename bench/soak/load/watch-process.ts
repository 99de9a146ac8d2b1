import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '../../../e2e/support/server-process.ts';
import { loadPidusage } from '../tools.ts';
import { openHeapReader } from './inspect-heap.ts';

const sampleEveryMs = 500;

/** Calls `take` at intervals until stopped. */
function repeatedly(take: () => Promise<void>): { stop(): Promise<void> } {
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) {
      await wait(sampleEveryMs);
      await take();
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

/**
 * @returns a stop function, which resolves with the CPU time used meanwhile in percent of one core
 */
export async function watchProcessor(pid: number): Promise<{ stop(): Promise<number> }> {
  const read = loadPidusage();
  const percents: number[] = [];
  // Discards the CPU time used so far.
  await read(pid);
  const watch = repeatedly(async () => void percents.push((await read(pid)).cpu));
  return {
    async stop() {
      await watch.stop();
      return percents.reduce((sum, percent) => sum + percent, 0) / percents.length;
    },
  };
}

export interface HeapSample {
  /** Events that the intake had stored by then. */
  events: number;
  /** The server's memory after garbage collection. */
  bytes: number;
}

/** @param events returns the number of events stored so far */
export async function watchHeap(
  server: ServerProcess,
  events: () => number,
): Promise<{ stop(): Promise<HeapSample[]> }> {
  const heap = await openHeapReader(server);
  const samples: HeapSample[] = [];
  const watch = repeatedly(async () => {
    const bytes = await heap.read();
    samples.push({ events: events(), bytes });
  });
  return {
    async stop() {
      await watch.stop();
      heap.close();
      return samples;
    },
  };
}

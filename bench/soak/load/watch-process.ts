import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '../../../e2e/support/server-process.ts';
import { loadPidusage } from '../tools.ts';
import { openHeapReader } from './inspect-heap.ts';

const sampleEveryMs = 500;

/** Calls `take` every so often until it is stopped. */
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

/** @returns how to end it, which tells the processor time used meanwhile in percent of one core */
export async function watchProcessor(pid: number): Promise<{ stop(): Promise<number> }> {
  const read = loadPidusage();
  const percents: number[] = [];
  // What it has used until now belongs to nobody here.
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
  /** That the intake had taken over by then. */
  events: number;
  /** What the server holds when the garbage is gone. */
  bytes: number;
}

/** @param events how many are taken over so far */
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

import { parentPort } from 'node:worker_threads';
import type { ThreadMessage, ThreadTask } from './probe-lane.ts';
import { runProbeJob } from './run-probe-job.ts';

// The XML parser logs every invalid byte, and each line from a thread is work for the main thread.
for (const method of ['error', 'warn', 'log', 'info', 'debug'] as const) console[method] = () => {};

// A thread of `start-probe-pool.ts`, which does one job at a time.
parentPort?.on('message', async ({ id, job }: ThreadTask) => {
  const message: ThreadMessage = { type: 'answer', id, answer: await runProbeJob(job) };
  parentPort?.postMessage(message);
});
// The CPU time of a job counts from here, without loading the parsers.
parentPort?.postMessage({ type: 'ready' } satisfies ThreadMessage);

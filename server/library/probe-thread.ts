import { parentPort } from 'node:worker_threads';
import type { ThreadMessage, ThreadTask } from './probe-lane.ts';
import { runProbeJob } from './run-probe-job.ts';

// The XML parser complains of every wrong byte. In a thread each line would be work for the main thread.
for (const method of ['error', 'warn', 'log', 'info', 'debug'] as const) console[method] = () => {};

// A thread of `start-probe-pool.ts`: one job at a time.
parentPort?.on('message', async ({ id, job }: ThreadTask) => {
  const message: ThreadMessage = { type: 'answer', id, answer: await runProbeJob(job) };
  parentPort?.postMessage(message);
});
// The computing time of a job is counted from here on, without that of loading the parsers.
parentPort?.postMessage({ type: 'ready' } satisfies ThreadMessage);

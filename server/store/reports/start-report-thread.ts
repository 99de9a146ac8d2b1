import { Worker } from 'node:worker_threads';
import type { CountingLimits } from './report-limits.ts';
import type { Reports } from './reports.ts';

export interface ReportThreadData {
  file: string;
  counting: CountingLimits | undefined;
}

export interface ReportQuestion {
  id: number;
  name: keyof Reports;
  args: unknown[];
}

/** Closes the store's file and ends the thread, after the query that it runs. */
export const lastQuestion = 'close';

export type ReportAnswer = { id: number; value: unknown } | { id: number; problem: string };

interface Waiter {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * Reports of a SQLite store, read in a thread. SQLite runs in the calling thread, where a query
 * over a million playbacks would block the intake for seconds. The first question starts the
 * thread; if it dies, the next question restarts it.
 * @param file the store's file, which must exist
 * @param counting default: the limits of every server
 */
export function startReportThread(
  file: string,
  counting?: CountingLimits,
): Reports & { close(): Promise<void> } {
  const waiters = new Map<number, Waiter>();
  let thread: Worker | null = null;
  let lastId = 0;
  let isClosed = false;

  function start(): Worker {
    const workerData: ReportThreadData = { file, counting };
    const started = new Worker(new URL('./report-thread.ts', import.meta.url), { workerData });
    // An idle thread must not keep the process alive.
    started.unref();
    started.on('message', (answer: ReportAnswer) => {
      const waiter = waiters.get(answer.id);
      waiters.delete(answer.id);
      if (waiters.size === 0) started.unref();
      if ('problem' in answer) waiter?.reject(new Error(answer.problem));
      else waiter?.resolve(answer.value);
    });
    let cause: Error | null = null;
    started.on('error', (error: Error) => {
      cause = error;
    });
    started.on('exit', () => {
      if (thread === started) thread = null;
      for (const waiter of waiters.values())
        waiter.reject(ended(cause?.message ?? 'the store is closed'));
      waiters.clear();
    });
    return started;
  }

  const ask =
    <Name extends ReportQuestion['name']>(name: Name) =>
    (...args: Parameters<Reports[Name]>): ReturnType<Reports[Name]> => {
      if (isClosed)
        return Promise.reject(ended('the store is closed')) as ReturnType<Reports[Name]>;
      thread ??= start();
      thread.ref();
      lastId += 1;
      const question: ReportQuestion = { id: lastId, name, args };
      const answered = new Promise<unknown>((resolve, reject) => {
        waiters.set(question.id, { resolve, reject });
      });
      thread.postMessage(question);
      return answered as ReturnType<Reports[Name]>;
    };

  return {
    dashboard: ask('dashboard'),
    overview: ask('overview'),
    part: ask('part'),
    overviewPart: ask('overviewPart'),
    cost: ask('cost'),
    costPart: ask('costPart'),
    audience: ask('audience'),
    audiencePart: ask('audiencePart'),
    experiment: ask('experiment'),
    experimentPart: ask('experimentPart'),
    playbackRows: ask('playbackRows'),
    async close() {
      isClosed = true;
      const last = thread;
      if (last === null) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      last.once('exit', () => resolve());
      last.ref();
      // Ended from outside in the midst of a query, a thread can take the whole process with it.
      last.postMessage(lastQuestion);
      await promise;
    },
  };
}

function ended(cause: string): Error {
  return new Error(`The reports' thread has ended: ${cause}.`);
}

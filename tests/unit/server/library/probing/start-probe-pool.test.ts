import { EventEmitter } from 'node:events';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type {
  ProbeThread,
  ThreadMessage,
  ThreadTask,
} from '../../../../../server/library/probing/probe-lane.ts';
import type { ProbeAnswer } from '../../../../../server/library/probing/run-probe-job.ts';
import type { ProbePoolLimits } from '../../../../../server/library/probing/start-probe-pool.ts';
import { startProbePool } from '../../../../../server/library/probing/start-probe-pool.ts';

// Other tests use real threads with small limits. These check the limits of a server.

/** A thread whose computing time the test sets. */
interface FakeThread {
  memoryMb: number;
  cpuMs: number;
  tasks: ThreadTask[];
  send(message: ThreadMessage): void;
}

const threads: FakeThread[] = [];

function startFakeThread(memoryMb: number): ProbeThread {
  const events = new EventEmitter();
  const thread: FakeThread = {
    memoryMb,
    cpuMs: 0,
    tasks: [],
    send: (message) => void events.emit('message', message),
  };
  threads.push(thread);
  return Object.assign(events, {
    postMessage: (task: ThreadTask) => void thread.tasks.push(task),
    cpuUsage: async () => ({ user: thread.cpuMs * 1_000, system: 0 }),
    terminate: async () => Number(events.emit('exit')),
    ref() {},
    unref() {},
  }) as unknown as ProbeThread;
}

const startPool = (changes: Partial<ProbePoolLimits> = {}) =>
  startProbePool(changes, startFakeThread);

beforeEach(() => {
  threads.length = 0;
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

const job = (mediaPath: string) => ({ type: 'media' as const, mediaDir: '/media', mediaPath });
const good = { outcome: { ok: true }, stamps: new Map() } as unknown as ProbeAnswer;

/** The most recent thread, ready for its job. */
function newest(): FakeThread {
  const thread = threads.at(-1);
  if (thread === undefined) throw new Error('there is no thread');
  thread.send({ type: 'ready' });
  return thread;
}

/** @returns the files that the thread was given */
const filesOf = (thread: FakeThread) => thread.tasks.map((task) => task.job.mediaPath);

/** Lets the thread compute until the pool's next check. */
async function compute(thread: FakeThread, cpuMs: number): Promise<void> {
  thread.cpuMs += cpuMs;
  await vi.advanceTimersByTimeAsync(50);
}

test('two threads read files, each with 384 MB of memory', () => {
  const pool = startPool();
  for (const name of ['a.mp4', 'b.mp4', 'c.mp4']) pool.run(job(name));
  expect(threads.map(({ memoryMb }) => memoryMb)).toEqual([384, 384]);
});

test('a thread that was started in advance reads the first file', () => {
  const pool = startPool({ threadCount: 1 });
  pool.warm();
  pool.warm();
  const thread = newest();
  pool.run(job('a.mp4'));
  expect([threads.length, filesOf(thread)]).toEqual([1, ['a.mp4']]);
});

test('a file has 250 ms of computing time, and 3 s after all others', async () => {
  const pool = startPool({ threadCount: 1 });
  const slow = pool.run<'media'>(job('slow.mp4'));
  pool.run(job('other.mp4'));
  // The thread's earlier computing time does not count.
  if (threads[0] !== undefined) threads[0].cpuMs = 10_000;
  const first = newest();
  await compute(first, 250);
  expect(threads).toHaveLength(1);
  await compute(first, 1);
  const second = newest();
  expect([filesOf(first), filesOf(second)]).toEqual([['slow.mp4'], ['other.mp4']]);
  second.send({ type: 'answer', id: second.tasks[0]?.id ?? 0, answer: good });
  expect(filesOf(second)).toEqual(['other.mp4', 'slow.mp4']);
  let isAnswered = false;
  void slow.answer.then(() => {
    isAnswered = true;
  });
  await compute(second, 3_000);
  expect(isAnswered).toBe(false);
  await compute(second, 1);
  const message = 'reading it takes more than 3 s of CPU time';
  expect((await slow.answer).outcome).toMatchObject({ error: { message } });
});

test('a file has a minute, even if its thread computes nothing', async () => {
  const pool = startPool();
  const { answer } = pool.run<'media'>(job('far.mp4'));
  let isAnswered = false;
  void answer.then(() => {
    isAnswered = true;
  });
  newest();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isAnswered).toBe(false);
  await vi.advanceTimersByTimeAsync(50);
  expect((await answer).outcome).toMatchObject({
    error: { message: 'reading it takes more than 60 s' },
  });
});

test('the total computing time of all threads decides when a start stops waiting', async () => {
  const pool = startPool();
  const done = vi.fn();
  for (const name of ['a.mp4', 'b.mp4']) pool.run(job(name));
  pool.onceSlow(180, done);
  for (const thread of threads) thread.send({ type: 'ready' });
  await vi.advanceTimersByTimeAsync(50);
  for (const thread of threads) thread.cpuMs += 89.5;
  await vi.advanceTimersByTimeAsync(50);
  expect(done).not.toHaveBeenCalled();
  for (const thread of threads) thread.cpuMs += 0.5;
  await vi.advanceTimersByTimeAsync(50);
  expect(done).toHaveBeenCalledOnce();
});

test('a file that needs a second attempt ends the waiting of a start', async () => {
  const pool = startPool();
  const done = vi.fn();
  pool.run(job('slow.mp4'));
  pool.onceSlow(1_000, done);
  await compute(newest(), 251);
  expect(done).toHaveBeenCalledOnce();
});

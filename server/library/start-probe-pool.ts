import { Worker } from 'node:worker_threads';
import { err } from '../../shared/result.ts';
import { libraryLimits } from '../limits/library-limits.ts';
import type { QueuedJob } from './probe-queue.ts';
import { createProbeQueue } from './probe-queue.ts';
import type { ProbeAnswer, ProbeJob } from './run-probe-job.ts';

/**
 * Reads media files in threads, because a damaged file can block its parser forever. Requirements:
 *
 * 1. Each file has a limit of CPU time. Time that the machine spends on other work does not count.
 * 2. The first attempt is short. A file that needs more is retried after all others, with the full
 *    limit.
 * 3. Each file has a limit of memory, and a limit of wall-clock time in case the disk does not
 *    answer.
 * 4. When a file exceeds a limit, its thread is terminated, and another one continues with the
 *    queue.
 * 5. Playlists come before films: a file that a playlist references is not a video of its own.
 */
export interface ProbePool {
  /** Starts a thread before the first file, so that its parsers load meanwhile. */
  warm(): void;
  run<Type extends ProbeJob['type']>(job: Extract<ProbeJob, { type: Type }>): RunningProbe<Type>;
  /** Moves the jobs of a file to the front of the queue. */
  hurry(mediaPath: string): void;
  /**
   * Calls back once the threads have used `cpuMs` from now on, or a file has exceeded its first
   * attempt.
   * @returns a function that cancels the callback
   */
  onceSlow(cpuMs: number, callback: () => void): () => void;
  /** Ends the threads; unfinished jobs never get an answer. */
  close(): Promise<void>;
}

export interface RunningProbe<Type extends ProbeJob['type']> {
  answer: Promise<ProbeAnswer<Type>>;
  /** Removes the job from the queue or ends it; it never gets an answer. */
  cancel(): void;
}

export type ThreadTask = { id: number; job: ProbeJob };
export type ThreadMessage = { type: 'ready' } | { type: 'answer'; id: number; answer: ProbeAnswer };

export interface ProbePoolLimits {
  threadCount: number;
  firstCpuMs: number;
  cpuMs: number;
  wallMs: number;
  memoryMb: number;
}

const defaultLimits: ProbePoolLimits = {
  threadCount: libraryLimits.threads.value,
  firstCpuMs: libraryLimits.probeFirstCpuMs.value,
  cpuMs: libraryLimits.probeCpuMs.value,
  wallMs: libraryLimits.probeWallMs.value,
  memoryMb: libraryLimits.probeMemoryMb.value,
};

/** Interval between checks of the threads' CPU time. */
const watchEveryMs = 50;
/** Idle threads end after this time, because a library may not change for weeks. */
const idleMs = 5_000;

interface Lane {
  worker: ProbeThread;
  state: 'starting' | 'ready' | 'ending';
  job: QueuedJob | null;
  startMs: number;
  /** CPU time of the thread at the last check, and at the first check of this job; milliseconds. */
  cpuMs: number | null;
  jobBaseCpuMs: number | null;
  /** Why the thread is being ended; the error of its job. */
  endCause: string | null;
}

/** The parts of a thread that the pool uses. */
export type ProbeThread = Pick<
  Worker,
  'on' | 'postMessage' | 'cpuUsage' | 'terminate' | 'ref' | 'unref'
>;

/** @param startThread starts a thread with this maximum memory */
export function startProbePool(
  changes: Partial<ProbePoolLimits> = {},
  startThread: (memoryMb: number) => ProbeThread = startWorker,
): ProbePool {
  const limits = { ...defaultLimits, ...changes };
  const queue = createProbeQueue();
  const lanes = new Set<Lane>();
  const spending = countSpending();
  let lastId = 0;
  let watch: NodeJS.Timeout | null = null;
  let idle: NodeJS.Timeout | null = null;
  let isClosed = false;

  /** Gives jobs to threads, and starts and stops timers. Call it after every change. */
  function assign(): void {
    if (isClosed) return;
    for (const lane of lanes) if (lane.state === 'ready' && lane.job === null) give(lane);
    const starting = [...lanes].filter(({ state }) => state === 'starting').length;
    const startCount = Math.min(queue.size - starting, limits.threadCount - lanes.size);
    for (let count = 0; count < startCount; count += 1) lanes.add(startLane());
    const isBusy = queue.size > 0 || [...lanes].some(({ job }) => job !== null);
    if (isBusy) {
      watch ??= setInterval(() => {
        for (const lane of lanes) void look(lane);
      }, watchEveryMs);
      if (idle !== null) clearTimeout(idle);
      idle = null;
    } else {
      if (watch !== null) clearInterval(watch);
      watch = null;
      idle ??= setTimeout(() => {
        for (const lane of lanes) end(lane, null);
      }, idleMs).unref();
    }
  }

  function give(lane: Lane): void {
    const job = queue.take();
    if (job === null) {
      // An idle thread must not keep the process alive.
      lane.worker.unref();
      return;
    }
    Object.assign(lane, { job, startMs: performance.now(), jobBaseCpuMs: null });
    lane.worker.ref();
    lane.worker.postMessage({ id: job.id, job: job.job } satisfies ThreadTask);
    void look(lane);
  }

  function startLane(): Lane {
    const worker = startThread(limits.memoryMb);
    const lane: Lane = {
      worker,
      state: 'starting',
      job: null,
      startMs: 0,
      cpuMs: null,
      jobBaseCpuMs: null,
      endCause: null,
    };
    worker.on('message', (message: ThreadMessage) => {
      if (message.type === 'ready' && lane.state === 'starting') lane.state = 'ready';
      if (message.type === 'answer' && lane.job?.id === message.id) {
        lane.job.resolve(message.answer);
        lane.job = null;
      }
      assign();
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      lane.endCause ??= isMemory
        ? `reading it takes more than ${limits.memoryMb} MB of memory`
        : `reading it failed: ${error.message}`;
    });
    worker.on('exit', () => {
      lanes.delete(lane);
      if (lane.job !== null) fail(lane.job, lane.endCause ?? 'the thread that read it ended');
      // Fail all jobs: a thread that cannot start would be restarted forever.
      if (lane.state === 'starting' && lane.endCause !== null)
        for (let job = queue.take(); job !== null; job = queue.take()) fail(job, lane.endCause);
      assign();
    });
    return lane;
  }

  async function look(lane: Lane): Promise<void> {
    if (lane.state !== 'ready') return;
    const { job } = lane;
    const usage = await lane.worker.cpuUsage().catch(() => null);
    // The thread may have ended, or have another file by now.
    if (usage === null || lane.state !== 'ready') return;
    const cpuMs = (usage.user + usage.system) / 1_000;
    spending.add(cpuMs - (lane.cpuMs ?? cpuMs));
    lane.cpuMs = cpuMs;
    if (job === null || lane.job !== job) return;
    lane.jobBaseCpuMs ??= cpuMs;
    const isFirst = job.attempt === 'first';
    if (cpuMs - lane.jobBaseCpuMs > (isFirst ? limits.firstCpuMs : limits.cpuMs)) {
      if (isFirst) {
        lane.job = null;
        queue.add({ ...job, attempt: 'full', isHurried: false });
        spending.endAll();
      }
      end(lane, `reading it takes more than ${limits.cpuMs / 1_000} s of CPU time`);
    } else if (performance.now() - lane.startMs > limits.wallMs)
      end(lane, `reading it takes more than ${limits.wallMs / 1_000} s`);
  }

  function end(lane: Lane, cause: string | null): void {
    lane.state = 'ending';
    lane.endCause = cause;
    void lane.worker.terminate();
  }

  function cancel(id: number): void {
    queue.remove(id);
    for (const lane of lanes) {
      if (lane.job?.id !== id) continue;
      lane.job = null;
      end(lane, null);
    }
    assign();
  }

  return {
    warm() {
      if (lanes.size > 0) return;
      const lane = startLane();
      // A thread without a file must not keep the process alive.
      lane.worker.unref();
      lanes.add(lane);
    },
    run<Type extends ProbeJob['type']>(job: Extract<ProbeJob, { type: Type }>) {
      const { promise, resolve } = Promise.withResolvers<ProbeAnswer<Type>>();
      lastId += 1;
      const id = lastId;
      queue.add({
        id,
        job,
        attempt: 'first',
        isHurried: false,
        resolve: (answer) => resolve(answer as ProbeAnswer<Type>),
      });
      assign();
      return { answer: promise, cancel: () => cancel(id) };
    },
    hurry: queue.hurry,
    onceSlow: spending.onceSlow,
    async close() {
      isClosed = true;
      if (watch !== null) clearInterval(watch);
      if (idle !== null) clearTimeout(idle);
      for (const lane of lanes) lane.job = null;
      await Promise.all([...lanes].map(({ worker }) => worker.terminate()));
    },
  };
}

function startWorker(memoryMb: number): Worker {
  return new Worker(new URL('./probe-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
}

function countSpending() {
  const waiters = new Set<{ untilMs: number; callback: () => void }>();
  let spentMs = 0;

  function endUntil(ms: number): void {
    for (const waiter of waiters) {
      if (waiter.untilMs > ms) continue;
      waiters.delete(waiter);
      waiter.callback();
    }
  }

  return {
    add(ms: number): void {
      spentMs += ms;
      endUntil(spentMs);
    },
    endAll: () => endUntil(Number.POSITIVE_INFINITY),
    onceSlow(cpuMs: number, callback: () => void): () => void {
      const waiter = { untilMs: spentMs + cpuMs, callback };
      waiters.add(waiter);
      return () => waiters.delete(waiter);
    },
  };
}

function fail({ job, resolve }: QueuedJob, cause: string): void {
  const outcome = job.type === 'media' ? err('UNREADABLE', cause) : err('NO_CHANNEL', cause);
  resolve({ outcome, stamps: new Map() } as ProbeAnswer);
}

import { Worker } from 'node:worker_threads';
import { err } from '../../shared/result.ts';
import { libraryLimits } from '../limits/library-limits.ts';
import type { QueuedJob } from './probe-queue.ts';
import { createProbeQueue } from './probe-queue.ts';
import type { ProbeAnswer, ProbeJob } from './run-probe-job.ts';

/**
 * Reads media files in threads, because a damaged file can keep its parser busy forever. The rules:
 *
 * 1. A file has a limited computing time. Time in which the machine does something else does not count.
 * 2. The first attempt is short. A file that needs more is tried again after all others, with the full limit.
 * 3. A file has a limited memory, and a limited time on the clock for a disk that does not answer.
 * 4. A thread whose file is over a limit is ended, and another one goes on with the queue.
 * 5. Playlists come before films: what they name is no video of its own, and belongs to the videos that they make.
 */
export interface ProbePool {
  /** Starts a thread ahead of the first file: it loads its parsers while the caller does other things. */
  warm(): void;
  run<Type extends ProbeJob['type']>(job: Extract<ProbeJob, { type: Type }>): RunningProbe<Type>;
  /** Moves the jobs of a file to the head of the queue. */
  hurry(mediaPath: string): void;
  /** Calls back once the threads have computed for `cpuMs` from now on, or a first attempt was too short for its file. @returns stops that */
  onceSlow(cpuMs: number, callback: () => void): () => void;
  /** Ends the threads. Jobs that are not done stay without an answer. */
  close(): Promise<void>;
}

export interface RunningProbe<Type extends ProbeJob['type']> {
  answer: Promise<ProbeAnswer<Type>>;
  /** Takes the job out of the queue or ends it; then there is no answer. */
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

/** How often the computing time of the threads is looked at. */
const watchEveryMs = 50;
/** Threads without work end after this time: a library may stay the same for weeks. */
const idleMs = 5_000;

interface Lane {
  worker: ProbeThread;
  state: 'starting' | 'ready' | 'ending';
  job: QueuedJob | null;
  startMs: number;
  /** Computing time of the thread at the last look, and at the first look at this job; milliseconds. */
  cpuMs: number | null;
  jobBaseCpuMs: number | null;
  /** Why the thread ends: the answer for its job. */
  endCause: string | null;
}

/** What the pool uses of a thread. */
export type ProbeThread = Pick<
  Worker,
  'on' | 'postMessage' | 'cpuUsage' | 'terminate' | 'ref' | 'unref'
>;

/** @param startThread starts a thread with this much memory */
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

  /** Gives work to threads, and starts and ends timers; to be called after every change. */
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
      // A thread without work does not keep the process.
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
      if (lane.job !== null) fail(lane.job, lane.endCause ?? 'the thread that read it has ended');
      // Threads that cannot even start would be started again forever.
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
    // The thread may have ended, or be at another file by now.
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
      end(lane, `reading it takes more than ${limits.cpuMs / 1_000} s of computing time`);
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
      // Without a file it keeps no process.
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

import { Worker } from 'node:worker_threads';
import { libraryLimits } from '../library-limits.ts';
import { countSpending } from './count-spending.ts';
import { createPoolTimers } from './pool-timers.ts';
import type { ProbeLane, ProbeLimits, ProbeThread } from './probe-lane.ts';
import { assignJob, checkLane, endLane, failJob, startLane } from './probe-lane.ts';
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
  prioritize(mediaPath: string): void;
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

export interface ProbePoolLimits extends ProbeLimits {
  threadCount: number;
}

const defaultLimits: ProbePoolLimits = {
  threadCount: libraryLimits.threads.value,
  firstCpuMs: libraryLimits.probeFirstCpuMs.value,
  cpuMs: libraryLimits.probeCpuMs.value,
  wallMs: libraryLimits.probeWallMs.value,
  memoryMb: libraryLimits.probeMemoryMb.value,
};

/** @param startThread starts a thread with this maximum memory */
export function startProbePool(
  changes: Partial<ProbePoolLimits> = {},
  startThread: (memoryMb: number) => ProbeThread = startWorker,
): ProbePool {
  const limits = { ...defaultLimits, ...changes };
  const queue = createProbeQueue();
  const lanes = new Set<ProbeLane>();
  const spending = countSpending();
  const timers = createPoolTimers({
    onLook() {
      for (const lane of lanes) check(lane);
    },
    onIdle() {
      for (const lane of lanes) endLane(lane, null);
    },
  });
  let lastId = 0;
  let isClosed = false;

  /** Gives jobs to threads, and starts and stops timers. Call it after every change. */
  function assign(): void {
    if (isClosed) return;
    for (const lane of lanes) if (lane.state === 'ready' && lane.job === null) assignNext(lane);
    const starting = [...lanes].filter(({ state }) => state === 'starting').length;
    const startCount = Math.min(queue.size - starting, limits.threadCount - lanes.size);
    for (let count = 0; count < startCount; count += 1) addLane();
    timers.follow(queue.size > 0 || [...lanes].some(({ job }) => job !== null));
  }

  function assignNext(lane: ProbeLane): void {
    assignJob(lane, queue.take());
    if (lane.job !== null) check(lane);
  }

  function addLane(): ProbeLane {
    const lane = startLane(startThread(limits.memoryMb), {
      memoryMb: limits.memoryMb,
      onChange: assign,
      onEnd(ended, startFailure) {
        lanes.delete(ended);
        // Fail all jobs: a thread that cannot start would be restarted forever.
        if (startFailure !== null)
          for (let job = queue.take(); job !== null; job = queue.take()) failJob(job, startFailure);
      },
    });
    lanes.add(lane);
    return lane;
  }

  function check(lane: ProbeLane): void {
    void checkLane(lane, limits, {
      onSpent: spending.add,
      retryLater(job) {
        queue.add({ ...job, attempt: 'full', isHurried: false });
        spending.endAll();
      },
    });
  }

  function cancel(id: number): void {
    queue.remove(id);
    for (const lane of lanes) {
      if (lane.job?.id !== id) continue;
      lane.job = null;
      endLane(lane, null);
    }
    assign();
  }

  return {
    warm() {
      if (lanes.size > 0) return;
      // A thread without a file must not keep the process alive.
      addLane().worker.unref();
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
    prioritize: queue.prioritize,
    onceSlow: spending.onceSlow,
    async close() {
      isClosed = true;
      timers.stop();
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

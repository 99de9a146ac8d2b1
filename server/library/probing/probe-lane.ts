import type { Worker } from 'node:worker_threads';
import { err } from '../../../shared/tools/result.ts';
import type { QueuedJob } from './probe-queue.ts';
import type { ProbeAnswer, ProbeJob } from './run-probe-job.ts';

export type ThreadTask = { id: number; job: ProbeJob };
export type ThreadMessage = { type: 'ready' } | { type: 'answer'; id: number; answer: ProbeAnswer };

/** The parts of a thread that the pool uses. */
export type ProbeThread = Pick<
  Worker,
  'on' | 'postMessage' | 'cpuUsage' | 'terminate' | 'ref' | 'unref'
>;

/** For one file. */
export interface ProbeLimits {
  firstCpuMs: number;
  cpuMs: number;
  wallMs: number;
  memoryMb: number;
}

/** A thread of the pool, and the job that it does. */
export interface ProbeLane {
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

interface LaneDeps {
  memoryMb: number;
  onChange: () => void;
  onEnd: (lane: ProbeLane, startFailure: string | null) => void;
}

interface LookDeps {
  onSpent: (cpuMs: number) => void;
  /** Gets a job whose first attempt was too short. */
  retryLater: (job: QueuedJob) => void;
}

/**
 * @param onChange called after everything that the thread says, and after its end
 * @param onEnd called when the thread has ended, with why if it has not even started
 */
export function startLane(worker: ProbeThread, { memoryMb, onChange, onEnd }: LaneDeps): ProbeLane {
  const lane: ProbeLane = {
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
    onChange();
  });
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    lane.endCause ??= isMemory
      ? `reading it takes more than ${memoryMb} MB of memory`
      : `reading it failed: ${error.message}`;
  });
  worker.on('exit', () => {
    if (lane.job !== null) failJob(lane.job, lane.endCause ?? 'the thread that read it ended');
    onEnd(lane, lane.state === 'starting' ? lane.endCause : null);
    onChange();
  });
  return lane;
}

/** @param job `null` while there is no work */
export function assignJob(lane: ProbeLane, job: QueuedJob | null): void {
  if (job === null) {
    // An idle thread must not keep the process alive.
    lane.worker.unref();
    return;
  }
  Object.assign(lane, { job, startMs: performance.now(), jobBaseCpuMs: null });
  lane.worker.ref();
  lane.worker.postMessage({ id: job.id, job: job.job } satisfies ThreadTask);
}

/** Adds what the thread has computed, and ends it if its file is over a limit. */
export async function checkLane(
  lane: ProbeLane,
  limits: ProbeLimits,
  { onSpent, retryLater }: LookDeps,
): Promise<void> {
  if (lane.state !== 'ready') return;
  const { job } = lane;
  const usage = await lane.worker.cpuUsage().catch(() => null);
  // The thread may have ended, or have another file by now.
  if (usage === null || lane.state !== 'ready') return;
  const cpuMs = (usage.user + usage.system) / 1_000;
  onSpent(cpuMs - (lane.cpuMs ?? cpuMs));
  lane.cpuMs = cpuMs;
  if (job === null || lane.job !== job) return;
  lane.jobBaseCpuMs ??= cpuMs;
  const isFirst = job.attempt === 'first';
  if (cpuMs - lane.jobBaseCpuMs > (isFirst ? limits.firstCpuMs : limits.cpuMs)) {
    if (isFirst) {
      lane.job = null;
      retryLater(job);
    }
    endLane(lane, `reading it takes more than ${limits.cpuMs / 1_000} s of CPU time`);
  } else if (performance.now() - lane.startMs > limits.wallMs)
    endLane(lane, `reading it takes more than ${limits.wallMs / 1_000} s`);
}

export function endLane(lane: ProbeLane, cause: string | null): void {
  lane.state = 'ending';
  lane.endCause = cause;
  void lane.worker.terminate();
}

export function failJob({ job, resolve }: QueuedJob, cause: string): void {
  const outcome = job.type === 'media' ? err('UNREADABLE', cause) : err('NO_CHANNEL', cause);
  resolve({ outcome, stamps: new Map() } as ProbeAnswer);
}

import type { TraceEvent } from './trace.ts';

/** A task of a thread; milliseconds, `startMs` by the trace's clock. */
export interface Task {
  startMs: number;
  /** Clock time. */
  wallMs: number;
  /** CPU time. */
  cpuMs: number;
  /** Whether a script of the page ran in it. */
  hasScript: boolean;
}

/** Work of one process, from a trace. */
export interface ProcessTrace {
  mainTasks: readonly Task[];
  /** Tasks of all dedicated workers. */
  workerTasks: readonly Task[];
  /** Time of a page's mark (`performance.mark`); `null` without it. */
  markMs(name: string): number | null;
  requests: readonly TracedRequest[];
  /** Messages posted by the main thread and by workers, over all message ports. */
  posted: { byPage: number; byWorkers: number };
  /**
   * Time of the first work on the workers' threads, and of the first message from one of them;
   * `null` without workers.
   */
  workers: { startMs: number; firstMessageMs: number } | null;
  pid: number | undefined;
}

/** A network request of page or worker. */
export interface TracedRequest {
  url: string;
  isScript: boolean;
  isFromWorker: boolean;
  /** Time of its last byte; `Infinity` if it did not finish. */
  endMs: number;
  /** Bytes on the wire, with headers. */
  transferBytes: number;
}

const scriptEvents = new Set(['FunctionCall', 'EvaluateScript', 'v8.evaluateModule', 'TimerFire']);

/** @param isOf whether an event belongs to the wanted process */
export function readProcess(
  events: readonly TraceEvent[],
  isOf: (event: TraceEvent) => boolean,
): ProcessTrace {
  const pid = events.find(isOf)?.pid;
  const own = events.filter((event) => event.pid === pid);
  const threads = new Map<number, string>();
  for (const { name, tid, args } of own)
    if (name === 'thread_name') threads.set(tid, String(args.name));
  const isMain = ({ tid }: TraceEvent) => threads.get(tid) === 'CrRendererMain';
  const isWorker = ({ tid }: TraceEvent) =>
    threads.get(tid)?.startsWith('DedicatedWorker') === true;
  const posts = own.filter(({ name }) => name === 'SchedulePostMessage');
  return {
    mainTasks: tasksOf(own.filter(isMain)),
    workerTasks: tasksOf(own.filter(isWorker)),
    markMs(name) {
      const mark = own.find((event) => event.name === name && event.cat.includes('user_timing'));
      return mark === undefined ? null : mark.ts / 1_000;
    },
    requests: requestsOf(own, isWorker),
    posted: { byPage: posts.filter(isMain).length, byWorkers: posts.filter(isWorker).length },
    workers: workerStart(own.filter(isWorker)),
    pid,
  };
}

function workerStart(events: readonly TraceEvent[]): ProcessTrace['workers'] {
  const work = events.filter(({ ph }) => ph === 'X').map(({ ts }) => ts);
  const messages = events.filter(({ name }) => name === 'SchedulePostMessage').map(({ ts }) => ts);
  if (work.length === 0 || messages.length === 0) return null;
  const least = (times: readonly number[]) => times.reduce((a, b) => Math.min(a, b)) / 1_000;
  return { startMs: least(work), firstMessageMs: least(messages) };
}

function tasksOf(events: readonly TraceEvent[]): Task[] {
  // Threads of the same name have different ids.
  const scripts = events.filter(({ name }) => scriptEvents.has(name)).sort((a, b) => a.ts - b.ts);
  const tasks = events
    .filter(({ name, ph }) => name === 'RunTask' && ph === 'X')
    .sort((a, b) => a.ts - b.ts)
    .map((event) => ({ event, hasScript: false }));
  for (const script of scripts) {
    const task = tasks.findLast(
      ({ event }) =>
        event.tid === script.tid &&
        event.ts <= script.ts &&
        script.ts <= event.ts + (event.dur ?? 0),
    );
    if (task !== undefined) task.hasScript = true;
  }
  return tasks.map(({ event: { ts, dur = 0, tdur = 0 }, hasScript }) => ({
    startMs: ts / 1_000,
    wallMs: dur / 1_000,
    cpuMs: tdur / 1_000,
    hasScript,
  }));
}

function requestsOf(
  events: readonly TraceEvent[],
  isWorker: (event: TraceEvent) => boolean,
): TracedRequest[] {
  const ends = new Map<string, { endMs: number; transferBytes: number }>();
  for (const { name, ts, args } of events) {
    if (name !== 'ResourceFinish') continue;
    const { requestId, encodedDataLength } = args.data as {
      requestId: string;
      encodedDataLength: number;
    };
    ends.set(requestId, { endMs: ts / 1_000, transferBytes: encodedDataLength });
  }
  return events.flatMap((event) => {
    if (event.name !== 'ResourceSendRequest') return [];
    const { requestId, url, resourceType } = event.args.data as Record<string, string>;
    if (url === undefined || !url.startsWith('http')) return [];
    const end = ends.get(String(requestId)) ?? {
      endMs: Number.POSITIVE_INFINITY,
      transferBytes: 0,
    };
    return [{ url, isScript: resourceType === 'Script', isFromWorker: isWorker(event), ...end }];
  });
}

/**
 * Sums over the tasks that began before a time.
 * @returns milliseconds
 */
export function sumBefore(
  tasks: readonly Task[],
  endMs: number,
  of: (task: Task) => number,
): number {
  return tasks.reduce((sum, task) => (task.startMs < endMs ? sum + of(task) : sum), 0);
}

/** Time of a task beyond 50 ms, in which input is not answered (https://web.dev/articles/tbt). */
export function blockingMs({ wallMs }: Task): number {
  return Math.max(0, wallMs - 50);
}

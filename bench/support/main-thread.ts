import type { TraceEvent } from './trace.ts';

/** A piece of a thread's work; milliseconds, `startMs` by the trace's clock. */
export interface Task {
  startMs: number;
  /** By the clock. */
  wallMs: number;
  /** The processor's. */
  cpuMs: number;
  /** Whether a script of the page ran in it. */
  hasScript: boolean;
}

/** What one process did, as a trace tells it. */
export interface ProcessTrace {
  mainTasks: readonly Task[];
  /** Of the dedicated workers, all together. */
  workerTasks: readonly Task[];
  /** When a mark of the page (`performance.mark`) was set; `null` if never. */
  markMs(name: string): number | null;
  requests: readonly TracedRequest[];
  /** Messages that the main thread has posted, and those that workers have; of all message ports. */
  posted: { byPage: number; byWorkers: number };
  /** When the workers' threads did something first, and when one of them posted its first message; `null` without workers. */
  workers: { startMs: number; firstMessageMs: number } | null;
  pid: number | undefined;
}

/** A request of page or worker over the network. */
export interface TracedRequest {
  url: string;
  isScript: boolean;
  isFromWorker: boolean;
  /** When its last byte had come; `Infinity` for one that was not finished. */
  endMs: number;
  /** With headers, as it went over the wire. */
  transferBytes: number;
}

const scriptEvents = new Set(['FunctionCall', 'EvaluateScript', 'v8.evaluateModule', 'TimerFire']);

/** @param isOf says of an event whether it is in the process that is asked about */
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
  // Threads of the same name are told apart by their ids.
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

/** Sum over the tasks that began before a time. @returns milliseconds */
export function sumBefore(
  tasks: readonly Task[],
  endMs: number,
  of: (task: Task) => number,
): number {
  return tasks.reduce((sum, task) => (task.startMs < endMs ? sum + of(task) : sum), 0);
}

/** What of a task is over 50 ms, in which no input is answered (https://web.dev/articles/tbt). */
export function blockingMs({ wallMs }: Task): number {
  return Math.max(0, wallMs - 50);
}

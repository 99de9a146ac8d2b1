import type { Browser } from '@playwright/test';

/** Scripts that ran, by the kind of their thread. */
export interface RanScripts {
  /** Threads of any page or frame. */
  mainThread: Set<string>;
  dedicatedWorker: Set<string>;
}

export interface TraceEvent {
  name: string;
  cat: string;
  ph: string;
  pid: number;
  tid: number;
  id?: string;
  id2?: { local?: string };
  /** Microseconds of one clock for all threads. */
  ts: number;
  dur?: number;
  /** Processor time within these, microseconds. */
  tdur?: number;
  args: {
    name?: string;
    fileName?: string;
    /** Detail of a user timing: JSON. */
    detail?: string;
    data?: {
      url?: string;
      type?: string;
      frame?: string;
      cpuProfile?: { nodes?: { callFrame: { url?: string } }[] };
    };
  };
}

/** @returns `pid tid`: an event's thread, and the key of a trace's threads */
export function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`;
}

export function threadNames(events: readonly TraceEvent[]): Map<string, string> {
  const named = events.filter(({ name }) => name === 'thread_name');
  return new Map(named.map((event) => [threadOf(event), event.args.name ?? '']));
}

/**
 * Every function that a task calls, every script that is run, and a sampling profiler for the
 * functions within these.
 */
const categories = ['devtools.timeline', 'v8.execute', 'disabled-by-default-v8.cpu_profiler'];

/**
 * Records all threads of a browser.
 * @returns a function that ends it, with the URLs of scripts that had a function called, or that
 * the profiler found running
 * @throws (rejects) if the browser had to omit part of the trace
 */
export async function startTrace(browser: Browser): Promise<() => Promise<RanScripts>> {
  const end = await recordTrace(browser, categories);
  return async () => scriptsByThread(await end());
}

/**
 * Records all threads of a browser.
 * @returns a function that ends it, with the events of these categories
 * @throws (rejects) if the browser had to omit part of the trace
 */
export async function recordTrace(
  browser: Browser,
  includedCategories: string[],
): Promise<() => Promise<TraceEvent[]>> {
  const cdp = await browser.newBrowserCDPSession();
  await cdp.send('Tracing.start', {
    transferMode: 'ReturnAsStream',
    traceConfig: { includedCategories, traceBufferSizeInKb: 400_000 },
  });

  async function readAll(handle: string): Promise<string> {
    let text = '';
    for (;;) {
      const { data, eof } = await cdp.send('IO.read', { handle, size: 10_000_000 });
      text += data;
      if (eof) return text;
    }
  }

  return async () => {
    const complete = new Promise<{ stream?: string; dataLossOccurred: boolean }>((resolve) =>
      cdp.once('Tracing.tracingComplete', resolve),
    );
    await cdp.send('Tracing.end');
    const { stream = '', dataLossOccurred } = await complete;
    if (dataLossOccurred) throw new Error('The trace did not fit its buffer.');
    const { traceEvents } = JSON.parse(await readAll(stream)) as { traceEvents: TraceEvent[] };
    await cdp.detach();
    return traceEvents;
  };
}

function scriptsByThread(events: readonly TraceEvent[]): RanScripts {
  const threads = threadNames(events);
  // The profiler reports from its own thread; its first event names the profiled thread.
  const profiled = new Map<string, string>();
  for (const { name, pid, tid, id } of events) {
    if (name === 'Profile') profiled.set(`${pid} ${id}`, `${pid} ${tid}`);
  }
  const ran: RanScripts = { mainThread: new Set(), dedicatedWorker: new Set() };
  for (const { name, pid, tid, id, args } of events) {
    const nodes = name === 'ProfileChunk' ? (args.data?.cpuProfile?.nodes ?? []) : [];
    const called = name === 'FunctionCall' || name === 'EvaluateScript' ? [args.data?.url] : [];
    const thread = threads.get(
      name === 'ProfileChunk' ? (profiled.get(`${pid} ${id}`) ?? '') : `${pid} ${tid}`,
    );
    for (const url of [...nodes.map(({ callFrame }) => callFrame.url), ...called]) {
      if (url === undefined || url === '') continue;
      if (thread === 'CrRendererMain') ran.mainThread.add(url);
      else if (thread?.startsWith('DedicatedWorker')) ran.dedicatedWorker.add(url);
    }
  }
  return ran;
}

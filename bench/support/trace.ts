import type { Session } from './devtools.ts';

/** One event of Chromium's tracing; `ts`, `dur` and `tdur` are microseconds. */
export interface TraceEvent {
  name: string;
  cat: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** CPU time of `dur`. */
  tdur?: number;
  args: Record<string, unknown>;
}

const categories = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
  'loading',
  'v8.execute',
];

/** Browsers that are recording a trace. */
const recording = new WeakSet<Session>();

/**
 * Records the whole browser until `stop`, so only one trace at a time is possible. A recording left
 * by a failed lane is discarded.
 */
export async function startTrace(browser: Session): Promise<{ stop(): Promise<TraceEvent[]> }> {
  if (recording.has(browser)) await browser.send('IO.close', { handle: await endTrace(browser) });
  recording.add(browser);
  await browser.send('Tracing.start', {
    transferMode: 'ReturnAsStream',
    traceConfig: { recordMode: 'recordAsMuchAsPossible', includedCategories: categories },
  } as never);
  return {
    async stop() {
      const handle = await endTrace(browser);
      const chunks: Buffer[] = [];
      for (let isEnd = false; !isEnd; ) {
        const { data, eof, base64Encoded } = await browser.send('IO.read', {
          handle,
          size: 4_000_000,
        });
        chunks.push(Buffer.from(data, base64Encoded ? 'base64' : 'utf8'));
        isEnd = eof;
      }
      await browser.send('IO.close', { handle });
      return JSON.parse(Buffer.concat(chunks).toString()).traceEvents;
    },
  };
}

/** @returns the handle of the recording */
async function endTrace(browser: Session): Promise<string> {
  const done = Promise.withResolvers<string>();
  browser.on<{ stream: string }>('Tracing.tracingComplete', ({ stream }) => done.resolve(stream));
  await browser.send('Tracing.end');
  recording.delete(browser);
  return done.promise;
}

import { expect, test, vi } from 'vitest';
import type { TraceSpan } from '../../../../shared/telemetry/trace-span.ts';
import { createRecorder } from '../../../../worker/trace/recorder.ts';
import { traceThread } from '../../../../worker/trace/trace-thread.ts';

/** The parts of a worker's global scope that the trace replaces, with a fake clock. */
function startTrace() {
  let nowMs = 0;
  const spans: TraceSpan[] = [];
  const sent: unknown[] = [];
  const timers: (() => void)[] = [];
  const fetchReply = vi.fn<typeof fetch>();
  const scope = Object.assign(new EventTarget(), {
    location: { href: 'https://player.example/worker.js' },
    fetch: fetchReply,
    setTimeout: (callback: () => void) => timers.push(callback),
    postMessage: (message: unknown) => sent.push(message),
  });
  const recorder = createRecorder({
    performance: {
      now: () => nowMs,
      timeOrigin: 0,
      measure: () => undefined,
      clearMeasures: () => undefined,
    },
    later: (callback) => callback(),
    post: (message) => spans.push(...message.spans),
  });
  traceThread(scope as unknown as Parameters<typeof traceThread>[0], recorder);
  return {
    scope,
    sent,
    fetchReply,
    /** Each span as one line. */
    lines: () =>
      spans.map(
        ({ track, name, startMs, endMs, properties }) =>
          `${track} | ${name} | ${startMs}-${endMs} | ${properties.map((pair) => pair.join(' ')).join(', ')}`,
      ),
    pass(ms: number) {
      nowMs += ms;
    },
    receive: (data: unknown) => scope.dispatchEvent(new MessageEvent('message', { data })),
    runTimers: () => {
      for (const run of timers.splice(0)) run();
    },
  };
}

test('a request is a span with its method, path, status and body size', async () => {
  const { scope, fetchReply, lines, pass } = startTrace();
  fetchReply.mockImplementation(async () => {
    pass(5);
    return new Response(null, { status: 204 });
  });
  await scope.fetch('/generate_204?n=1');
  await scope.fetch(new Request('https://player.example/by-request'));
  await scope.fetch('/text', { method: 'POST', body: 'four' });
  await scope.fetch('/bytes', { method: 'POST', body: new Uint8Array(3) });
  await scope.fetch('/blob', { method: 'POST', body: new Blob(['ab']) });
  expect(lines()).toEqual([
    'worker: net | GET /generate_204 | 0-5 | answer 204, body none',
    'worker: net | GET /by-request | 5-10 | answer 204, body none',
    'worker: net | POST /text | 10-15 | answer 204, body 4 characters',
    'worker: net | POST /bytes | 15-20 | answer 204, body 3 bytes',
    'worker: net | POST /blob | 20-25 | answer 204, body 2 bytes',
  ]);
});

test('a failed request is a span with the error, and still fails for its caller', async () => {
  const { scope, fetchReply, lines } = startTrace();
  fetchReply.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(scope.fetch('/away')).rejects.toThrow('Failed to fetch');
  expect(lines()).toEqual([
    'worker: net | GET /away | 0-0 | answer TypeError: Failed to fetch, body none',
  ]);
});

test('a timer is a span of its callback’s duration', () => {
  const { scope, lines, pass, runTimers } = startTrace();
  (scope.setTimeout as typeof setTimeout)(() => pass(3), 1_000.4);
  pass(1_000);
  runTimers();
  expect(lines()).toEqual(['worker: timers | timer of 1000 ms | 1000-1003 | ']);
});

test('a call is a span from its message to its answer, on the track of its service', () => {
  const { scope, sent, lines, pass, receive } = startTrace();
  receive({ id: 'a', type: 'APPLY', path: ['getVideo'] });
  receive({ id: 'b', type: 'APPLY', path: ['start'] });
  receive({ id: 'c', type: 'GET', path: ['flush'] });
  pass(7);
  for (const id of ['b', 'a', 'c', 'a']) scope.postMessage({ id });
  expect(lines()).toEqual(['worker: services | start | 0-7 | ', 'worker: api | getVideo | 0-7 | ']);
  expect(sent).toEqual([{ id: 'b' }, { id: 'a' }, { id: 'c' }, { id: 'a' }]);
});

test('events from the page are a span of their handler, and news to the page a span with its types', () => {
  const { scope, sent, lines, pass, receive } = startTrace();
  scope.addEventListener('message', () => pass(2), { once: true });
  receive({ entries: [1, 2, 3] });
  receive({ id: 'a', type: 'APPLY', path: ['flush'] });
  const news = { news: [{ type: 'stored' }, { type: 'delivered' }] };
  scope.postMessage(news);
  expect(lines()).toEqual([
    'worker: logs | take events | 0-2 | events 3',
    'worker: services | post news | 2-2 | news stored, delivered',
  ]);
  expect(sent).toEqual([news]);
});

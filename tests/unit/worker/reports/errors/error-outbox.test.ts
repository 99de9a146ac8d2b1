import { beforeEach, expect, test } from 'vitest';
import { errorLimits } from '../../../../../shared/limits/error-limits.ts';
import type { ErrorReport } from '../../../../../shared/telemetry/error-report.ts';
import { createErrorOutbox } from '../../../../../worker/reports/errors/error-outbox.ts';
import { createPostReport } from '../../../../../worker/reports/errors/post-report.ts';
import type { DataStore } from '../../../../../worker/storage/data/data-store.ts';
import { createFakeClock, type FakeClock } from '../../../fake-clock.ts';
import { context, sid } from '../../events/make-events.ts';

let clock: FakeClock;
let kept: Map<string, unknown>;
/** The lifetime of each stored value. */
let lives: number[];
let posts: { url: URL; body: URLSearchParams }[];
/** The server’s status from now on; `null` means no network. */
let status: number | null;

beforeEach(() => {
  clock = createFakeClock();
  kept = new Map();
  lives = [];
  posts = [];
  status = 204;
});

/** The stored values, without a browser. */
const data: DataStore = {
  get: async (key) => kept.get(key),
  async set(key, value, lifeMs) {
    kept.set(key, value);
    lives.push(lifeMs);
  },
  delete: async (key) => void kept.delete(key),
  keys: async (prefix) => [...kept.keys()].filter((key) => key.startsWith(prefix)).sort(),
  removeExpired: async () => 0,
  clear: async () => kept.clear(),
  close: () => {},
};

function makeOutbox() {
  const post = createPostReport({
    origin: 'https://embed.example',
    timeoutSignal: () => new AbortController().signal,
    async fetch(input, init) {
      posts.push({ url: new URL(String(input)), body: new URLSearchParams(String(init?.body)) });
      if (status === null) throw new TypeError('Failed to fetch');
      return new Response(status === 204 ? null : 'text', { status });
    },
  });
  return createErrorOutbox({ data, post, clock, locks: null });
}

function makeReport(n: number): ErrorReport {
  return {
    id: `report-000000000${String(n).padStart(4, '0')}`,
    sid,
    timeMs: 7,
    level: 'ERROR',
    source: 'page',
    type: 'TypeError',
    message: 'a & b = c?',
    line: 3,
    stack: 'TypeError\n    at f (https://embed.example/a.js:3:4)',
    paramsJson: '{"a":"b"}',
    context,
  };
}

test('a report has its identity in the URL and its details in the body [spec-7.13, spec-7.49, spec-7.50, spec-7.51, spec-7.52, spec-7.53, spec-7.54, spec-7.55]', async () => {
  await makeOutbox().send(makeReport(1));
  const [post] = posts;
  expect(post?.url.pathname).toBe('/error_204');
  expect(Object.fromEntries(post?.url.searchParams ?? [])).toEqual({
    a: 'logerror',
    t: 'jserror',
    type: 'TypeError',
    msg: 'a & b = c?',
    line: '3',
    level: 'ERROR',
    'client.name': context.client.clientName,
  });
  expect(Object.fromEntries(post?.body ?? [])).toEqual({
    id: makeReport(1).id,
    sid,
    timeMs: '7',
    source: 'page',
    stack: makeReport(1).stack,
    'client.version': context.client.clientVersion,
    params: '{"a":"b"}',
  });
  expect(kept.size).toBe(0);
  expect(clock.timerCount).toBe(0);
});

test.each([null, 500, 503, 429, 408, 200])(
  'a report that fails with %s is kept for 30 days and sent again after 60 s [spec-9.30, spec-9.31]',
  async (failure) => {
    status = failure;
    await makeOutbox().send(makeReport(1));
    expect(lives).toEqual([30 * 86_400_000]);
    await clock.advanceAsync(59_999);
    expect(posts).toHaveLength(1);
    await clock.advanceAsync(1);
    expect(posts).toHaveLength(2);
    expect(kept.size).toBe(1);
    status = 204;
    await clock.advanceAsync(60_000);
    expect(posts).toHaveLength(3);
    expect(kept.size).toBe(0);
    expect(clock.timerCount).toBe(0);
  },
);

test.each([400, 404, 410, 413])('a report that is refused with %s is not kept', async (refusal) => {
  status = refusal;
  await makeOutbox().send(makeReport(1));
  expect(kept.size).toBe(0);
  expect(clock.timerCount).toBe(0);
});

test('the next page sends the kept reports and deletes values that are no report', async () => {
  status = null;
  const first = makeOutbox();
  await first.send(makeReport(1));
  await first.send(makeReport(2));
  first.stop();
  kept.set('error-report/hostile', { id: 5 });
  kept.set('error-report/text', 'x');
  kept.set('other', 1);
  posts = [];
  status = 204;
  await makeOutbox().sendKept();
  expect(posts.map(({ body }) => body.get('id'))).toEqual([makeReport(1).id, makeReport(2).id]);
  expect([...kept.keys()]).toEqual(['other']);
});

test('offline, one kept report is tried and the others wait', async () => {
  for (let n = 1; n <= 5; n++) kept.set(`error-report/${n}`, makeReport(n));
  status = null;
  await makeOutbox().sendKept();
  expect(posts).toHaveLength(1);
  expect(kept.size).toBe(5);
});

test('up to 50 reports are kept', async () => {
  status = null;
  const outbox = makeOutbox();
  for (let n = 1; n <= 60; n++) await outbox.send(makeReport(n));
  expect(kept.size).toBe(50);
});

test('after stopping nothing is retried', async () => {
  status = null;
  const outbox = makeOutbox();
  await outbox.send(makeReport(1));
  outbox.stop();
  await outbox.sendKept();
  await clock.advanceAsync(errorLimits.retryMs);
  expect(posts).toHaveLength(1);
  expect(clock.timerCount).toBe(0);
});

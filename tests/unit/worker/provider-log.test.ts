import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ProviderLogBatch, providerLogBatchSchema } from '../../../shared/provider-log.ts';
import { providerLogLimits } from '../../../shared/services-limits.ts';
import type { Reply } from '../../../worker/net/post-text.ts';
import { createProviderLog, type ProviderLog } from '../../../worker/provider-log/provider-log.ts';
import { createStorageReports } from '../../../worker/provider-log/storage-reports.ts';
import { createFakeClock, type FakeClock, settlePromises } from '../fake-clock.ts';
import { context, sid } from './make-events.ts';

const taken: Reply = { status: 200, retryAfter: null, text: '{"accepted":1,"duplicates":0,"rejected":0}' };
const down: Reply = { status: 500, retryAfter: null, text: '' };

let clock: FakeClock;
let startMs: number;
let log: ProviderLog;
let posts: { atMs: number; path: string; batch: ProviderLogBatch }[];
/** Taken from the front; `taken` when empty. */
let replies: (Reply | Error | Promise<Reply>)[];

beforeEach(() => {
  clock = createFakeClock();
  startMs = clock.now();
  posts = [];
  replies = [];
  log = create();
});

function create(): ProviderLog {
  return createProviderLog({
    sid,
    context,
    async postText(path, text) {
      posts.push({ atMs: clock.now() - startMs, path, batch: JSON.parse(text) });
      const reply = (await replies.shift()) ?? taken;
      if (reply instanceof Error) throw reply;
      return reply;
    },
    clock,
  });
}

const numbers = () => posts.map(({ batch }) => batch.entries.map((entry) => entry.n - startMs));
const times = () => posts.map(({ atMs }) => atMs);

test('with nothing to tell there is no timer and no request', async () => {
  await log.flush();
  expect(clock.timerCount).toBe(0);
  expect(posts).toEqual([]);
});

test('entries leave together 10 s after the first of them [spec-7.17]', async () => {
  log.log('opened', { kind: 'memory' });
  await clock.advanceAsync(9_999);
  log.log('failed', { code: 7, isOwn: true, message: null });
  expect(posts).toEqual([]);
  await clock.advanceAsync(1);
  expect(posts[0]?.path).toBe('/log');
  expect(posts[0]?.batch).toEqual({
    context,
    sid,
    requestTimeMs: startMs + 10_000,
    droppedCount: 0,
    entries: [
      { n: startMs + 1, timeMs: startMs, kind: 'opened', fields: { kind: 'memory' } },
      {
        n: startMs + 2,
        timeMs: startMs + 9_999,
        kind: 'failed',
        fields: { code: 7, isOwn: true, message: null },
      },
    ],
  });
  expect(v.safeParse(providerLogBatchSchema, posts[0]?.batch).success).toBe(true);
  expect(clock.timerCount).toBe(0);
});

test('while sending fails the interval doubles from 10 s up to 5 min, and is 10 s again after it went well [spec-9.11]', async () => {
  replies = [...Array(7).fill(down), taken, down];
  log.log('first', {});
  await clock.advanceAsync(10_000_000);
  log.log('second', {});
  await clock.advanceAsync(10_000_000);
  const waits = times().map((time, i, all) => time - (all[i - 1] ?? 0));
  expect(waits.slice(0, 8)).toEqual([10, 20, 40, 80, 160, 300, 300, 300].map((sec) => sec * 1_000));
  expect(times().slice(8)).toEqual([10_010_000, 10_030_000]);
  expect(numbers()).toEqual([...Array(8).fill([1]), [2], [2]]);
  expect(clock.timerCount).toBe(0);
});

test.each([
  ['nobody answers', new TypeError('Failed to fetch')],
  ['somebody else answers', { ...taken, text: '<html>log in</html>' }],
  ['there are too many requests', { ...down, status: 429 }],
  ['it is a time-out', { ...down, status: 408 }],
])('if %s the entries come again', async (_, reply) => {
  replies = [reply];
  log.log('first', {});
  await clock.advanceAsync(30_000);
  expect(numbers()).toEqual([[1], [1]]);
});

test.each([400, 403, 404, 413])(
  'what is refused with %i is not repeated, and later entries come in time',
  async (status) => {
    replies = [{ ...down, status }];
    log.log('first', {});
    await clock.advanceAsync(60_000);
    log.log('second', {});
    await clock.advanceAsync(10_000);
    expect(numbers()).toEqual([[1], [2]]);
    expect(times()).toEqual([10_000, 70_000]);
  },
);

test('of more than 1,000 entries the oldest are dropped, and every batch says how many were so far [spec-9.10]', async () => {
  replies = [down];
  for (let n = 1; n <= 1_003; n++) log.log('many', {});
  await clock.advanceAsync(10_000);
  expect(posts[0]?.batch.droppedCount).toBe(3);
  expect(posts[0]?.batch.entries).toHaveLength(1_000);
  expect(posts[0]?.batch.entries[0]?.n).toBe(startMs + 4);
  // They came back, and there is room for none of the new ones without dropping as many.
  log.log('late', {});
  log.log('late', {});
  await clock.advanceAsync(20_000);
  expect(posts[1]?.batch).toMatchObject({ droppedCount: 5 });
  expect(posts[1]?.batch.entries.map((entry) => entry.n)).toEqual(
    Array.from({ length: 1_000 }, (_, i) => startMs + i + 6),
  );
  log.log('later', {});
  await clock.advanceAsync(10_000);
  expect(posts[2]?.batch).toMatchObject({ droppedCount: 5, entries: [{ n: startMs + 1_006 }] });
});

describe('while a request is under way', () => {
  let answer: (reply: Reply) => void;
  beforeEach(() => {
    replies = [
      new Promise((resolve) => {
        answer = resolve;
      }),
    ];
  });

  test('new entries wait for their own, and do not go with a second at the same time', async () => {
    log.log('first', {});
    await clock.advanceAsync(10_000);
    log.log('second', {});
    await clock.advanceAsync(60_000);
    expect(numbers()).toEqual([[1]]);
    answer(taken);
    await clock.advanceAsync(9_999);
    expect(numbers()).toEqual([[1]]);
    await clock.advanceAsync(1);
    expect(numbers()).toEqual([[1], [2]]);
  });

  test('which fails, its entries go before the new ones, in one request', async () => {
    log.log('first', {});
    await clock.advanceAsync(10_000);
    log.log('second', {});
    answer(down);
    await clock.advanceAsync(20_000);
    expect(numbers()).toEqual([[1], [1, 2]]);
  });

  test('a flush sends what has come since, and answers when that has arrived', async () => {
    log.log('first', {});
    const first = log.flush();
    log.log('second', {});
    let isFlushed = false;
    const second = log.flush().then(() => {
      isFlushed = true;
    });
    await settlePromises();
    expect(isFlushed).toBe(false);
    answer(taken);
    await Promise.all([first, second]);
    expect(numbers()).toEqual([[1], [2]]);
    expect(clock.timerCount).toBe(0);
  });

  test('its end sets no timer', async () => {
    log.log('first', {});
    void log.flush();
    log.stop();
    answer(down);
    await settlePromises();
    log.log('late', {});
    await clock.advanceAsync(600_000);
    expect(posts).toHaveLength(1);
    expect(clock.timerCount).toBe(0);
  });
});

test('a flush sends at once, answers also when it failed, and does not try again by itself', async () => {
  replies = [down];
  log.log('first', {});
  await log.flush();
  expect(times()).toEqual([0]);
  await clock.advanceAsync(19_999);
  expect(posts).toHaveLength(1);
  await clock.advanceAsync(1);
  expect(numbers()).toEqual([[1], [1]]);
});

describe('storage', () => {
  let told: [kind: string, fields: object][];
  const reportsAt = (chance: number) => {
    told = [];
    return createStorageReports(
      (kind, fields) => told.push([kind, fields]),
      () => chance,
    );
  };

  test('is told of by one document in five, as a whole or not at all [spec-9.21]', () => {
    for (const [chance, count] of [
      [0, 4],
      [providerLogLimits.storageSample - 1e-9, 4],
      [providerLogLimits.storageSample, 0],
      [0.999, 0],
    ] as const) {
      const reports = reportsAt(chance);
      reports.opened('memory', 3);
      reports.failed('UNSUPPORTED', 'none');
      reports.adopted(4);
      reports.cleaned({ accounts: 1 });
      expect(told).toHaveLength(count);
    }
    expect(providerLogLimits.storageSample).toBe(0.2);
  });

  test('every error is told once, by its name and the first 250 characters of what it said', () => {
    const reports = reportsAt(0);
    for (let i = 0; i < 3; i++) {
      reports.failed('QUOTA_EXCEEDED', `full ${i} ${'x'.repeat(300)}`);
      reports.failed('UNKNOWN_ABORT', `aborted ${i}`);
    }
    expect(told).toEqual([
      ['storage_failed', { code: 'QUOTA_EXCEEDED', message: `full 0 ${'x'.repeat(243)}` }],
      ['storage_failed', { code: 'UNKNOWN_ABORT', message: 'aborted 0' }],
    ]);
  });

  test('says where the queue is and how long that took, and each time how much it took over', () => {
    const reports = reportsAt(0);
    reports.opened('indexeddb', 12);
    reports.adopted(3);
    reports.adopted(3);
    expect(told).toEqual([
      ['storage_opened', { kind: 'indexeddb', tookMs: 12 }],
      ['storage_adopted', { requestCount: 3 }],
      ['storage_adopted', { requestCount: 3 }],
    ]);
  });
});

test('services of a document that are started again say nothing under a number that their predecessors had', async () => {
  for (let life = 0; life < 3; life++) {
    log.log('opened', {});
    log.log('failed', {});
    await log.flush();
    log.stop();
    clock.advance(2);
    log = create();
  }
  const said = numbers().flat();
  expect(new Set(said).size).toBe(said.length);
});

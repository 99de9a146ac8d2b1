import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { providerLogLimits } from '../../../../../shared/limits/provider-log-limits.ts';
import {
  type ProviderLogBatch,
  type ProviderLogEntry,
  providerLogBatchSchema,
} from '../../../../../shared/telemetry/provider-log.ts';
import type { Reply } from '../../../../../worker/events/sending/post-text.ts';
import {
  createProviderLog,
  type ProviderLog,
} from '../../../../../worker/reports/provider-log/provider-log.ts';
import { createStorageReports } from '../../../../../worker/reports/provider-log/storage-reports.ts';
import { isInStorageSample } from '../../../../../worker/reports/provider-log/storage-sample.ts';
import { createFakeClock, type FakeClock, settlePromises } from '../../../fake-clock.ts';
import { context, sid } from '../../events/make-events.ts';

const taken: Reply = {
  isCompressible: true,
  status: 200,
  retryAfter: null,
  text: '{"accepted":1,"duplicates":0,"rejected":0}',
};
const down: Reply = { isCompressible: true, status: 500, retryAfter: null, text: '' };

let clock: FakeClock;
let startMs: number;
let log: ProviderLog;
let posts: { atMs: number; path: string; batch: ProviderLogBatch }[];
/** The page’s copy of waiting entries. */
let pagesCopy: ProviderLogEntry[];
/** Results from the front; `taken` when empty. */
let replies: (Reply | Error | Promise<Reply>)[];

beforeEach(() => {
  clock = createFakeClock();
  startMs = clock.now();
  posts = [];
  pagesCopy = [];
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
    url: 'https://logs.example/batch',
    clock,
    tell(news) {
      if (news.type !== 'provider_log') return;
      pagesCopy = [...pagesCopy, ...news.entries].filter(({ n }) => !news.gone.includes(n));
    },
  });
}

const numbers = () => posts.map(({ batch }) => batch.entries.map((entry) => entry.n - startMs));
const times = () => posts.map(({ atMs }) => atMs);

test('without entries there is no timer and no request', async () => {
  await log.flush();
  expect(clock.timerCount).toBe(0);
  expect(posts).toEqual([]);
});

test('entries are sent together 10 s after the first of them [spec-7.17]', async () => {
  log.log('opened', { kind: 'memory' });
  await clock.advanceAsync(9_999);
  log.log('failed', { code: 7, isOwn: true, message: null });
  expect(posts).toEqual([]);
  await clock.advanceAsync(1);
  expect(posts[0]?.path).toBe('https://logs.example/batch');
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
  expect(z.safeParse(providerLogBatchSchema, posts[0]?.batch).success).toBe(true);
  expect(clock.timerCount).toBe(0);
});

test('while sending fails the interval doubles from 10 s up to 5 min; a success resets it to 10 s [spec-9.11, spec-9.40, spec-9.41]', async () => {
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
  ['the network fails', new TypeError('Failed to fetch')],
  ['a captive portal answers', { ...taken, text: '<html>log in</html>' }],
  ['there are too many requests', { ...down, status: 429 }],
  ['the request times out', { ...down, status: 408 }],
])('when %s the entries are sent again', async (_, reply) => {
  replies = [reply];
  log.log('first', {});
  await clock.advanceAsync(30_000);
  expect(numbers()).toEqual([[1], [1]]);
});

test.each([400, 403, 404, 413])(
  'entries refused with %i are not repeated, and later ones are sent on time',
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

test('when more than 1,000 entries wait the oldest are dropped, and each batch carries the count of dropped ones [spec-9.10]', async () => {
  replies = [down];
  for (let n = 1; n <= 1_003; n++) log.log('many', {});
  await clock.advanceAsync(10_000);
  expect(posts[0]?.batch.droppedCount).toBe(3);
  expect(posts[0]?.batch.entries).toHaveLength(1_000);
  expect(posts[0]?.batch.entries[0]?.n).toBe(startMs + 4);
  // The failed entries are back in the queue, which is full, so each new entry drops an old one.
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

  test('new entries wait, without a second request at the same time', async () => {
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

  test('whose failure returns its entries, they precede the new ones in the next request', async () => {
    log.log('first', {});
    await clock.advanceAsync(10_000);
    log.log('second', {});
    answer(down);
    await clock.advanceAsync(20_000);
    expect(numbers()).toEqual([[1], [1, 2]]);
  });

  test('a flush sends the entries logged since, and resolves when they have arrived', async () => {
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

  test('stopping sets no timer', async () => {
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

test('a flush sends at once, resolves even when it fails, and does not retry', async () => {
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
  const startReports = (isInSample = true) => {
    told = [];
    return createStorageReports((kind, fields) => told.push([kind, fields]), isInSample);
  };

  test('is reported by one document in five, chosen by its id [spec-9.21]', () => {
    const rest = '0'.repeat(24);
    expect(isInStorageSample(`00000000${rest}`)).toBe(true);
    expect(isInStorageSample(`33333333${rest}`)).toBe(true);
    expect(isInStorageSample(`33333334${rest}`)).toBe(false);
    expect(isInStorageSample(`ffffffff${rest}`)).toBe(false);
    const sids = Array.from({ length: 1_000 }, (_, n) =>
      Math.floor(((n + 0.5) / 1_000) * 2 ** 32).toString(16),
    );
    const drawn = sids.map((digits) => digits.padStart(8, '0') + rest).filter(isInStorageSample);
    expect(drawn).toHaveLength(200);
  });

  test('is reported completely or not at all', () => {
    for (const [isInSample, count] of [
      [true, 2],
      [false, 0],
    ] as const) {
      const reports = startReports(isInSample);
      reports.tell('storage_opened', { kind: 'memory', tookMs: 3 });
      reports.failed('UNSUPPORTED', 'none');
      expect(told).toHaveLength(count);
    }
    expect(providerLogLimits.storageSample).toBe(0.2);
  });

  test('errors are reported once each, with their name and the first 250 characters of their message', () => {
    const reports = startReports();
    for (let i = 0; i < 3; i++) {
      reports.failed('QUOTA_EXCEEDED', `full ${i} ${'x'.repeat(300)}`);
      reports.failed('UNKNOWN_ABORT', `aborted ${i}`);
    }
    expect(told).toEqual([
      ['storage_failed', { code: 'QUOTA_EXCEEDED', message: `full 0 ${'x'.repeat(243)}` }],
      ['storage_failed', { code: 'UNKNOWN_ABORT', message: 'aborted 0' }],
    ]);
  });
});

test('restarted services never reuse a number of their predecessors', async () => {
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

describe('the page’s copy of waiting entries', () => {
  const copy = () => pagesCopy.map(({ kind }) => kind);

  test('has each from logging until delivery', async () => {
    replies = [down, taken];
    log.log('first', {});
    log.log('second', {});
    expect(copy()).toEqual(['first', 'second']);
    await log.flush();
    expect(copy()).toEqual(['first', 'second']);
    await log.flush();
    expect(copy()).toEqual([]);
  });

  test('is sent again when the page asks later', () => {
    log.log('first', {});
    pagesCopy = [];
    log.join([]);
    expect(copy()).toEqual(['first']);
  });

  test('is sent by services that replace dead ones, each entry once with its number', async () => {
    log.log('first', {});
    const [first] = pagesCopy;
    clock.advance(2);
    log = create();
    log.log('second', {});
    log.join([...pagesCopy]);
    await log.flush();
    expect(posts).toHaveLength(1);
    expect(posts[0]?.batch.entries.map(({ kind }) => kind)).toEqual(['second', 'first']);
    expect(posts[0]?.batch.entries[1]).toEqual(first);
    expect(copy()).toEqual([]);
  });

  test('keeps the number and time that the page gave an entry', async () => {
    log.log('qoe', { videoId: 'v' }, { n: 1, timeMs: 5 });
    await log.flush();
    expect(posts[0]?.batch.entries).toEqual([
      { n: 1, timeMs: 5, kind: 'qoe', fields: { videoId: 'v' } },
    ]);
  });

  test('has no entries logged after the services ended', () => {
    log.stop();
    log.log('late', {});
    expect(copy()).toEqual([]);
  });
});

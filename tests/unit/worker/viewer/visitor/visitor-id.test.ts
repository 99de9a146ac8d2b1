import { beforeEach, describe, expect, test } from 'vitest';
import { visitorLimits } from '../../../../../shared/limits/later-limits.ts';
import { err, ok, type Result } from '../../../../../shared/tools/result.ts';
import type { DataStore } from '../../../../../worker/storage/data/data-store.ts';
import {
  createFetchVisitorId,
  type VisitorFetchFailure,
} from '../../../../../worker/viewer/visitor/fetch-visitor-id.ts';
import {
  createVisitorIds,
  type VisitorIds,
} from '../../../../../worker/viewer/visitor/visitor-id.ts';
import {
  type VisitorIdRefusal,
  type VisitorRules,
  visitorIdRefusal,
} from '../../../../../worker/viewer/visitor/visitor-id-refusal.ts';
import { createFakeClock, type FakeClock, settlePromises } from '../../../fake-clock.ts';
import { keepInMemory } from '../../storage/data/keep-in-memory.ts';

let clock: FakeClock;
let data: DataStore;
/** The previous ids that the server got, one a fetch. */
let asked: (string | null)[];
let answer: () => Promise<Result<string, VisitorFetchFailure>>;
let refused: Result<never, VisitorIdRefusal> | null;
let told: (string | null)[];
let failures: string[];

beforeEach(() => {
  clock = createFakeClock(1_700_000_000_000);
  data = keepInMemory(clock);
  asked = [];
  answer = async () => ok('visitor-1');
  refused = null;
  told = [];
  failures = [];
});

function make(locks: LockManager | null = null): VisitorIds {
  return createVisitorIds({
    data,
    clock,
    locks,
    timeoutSignal: () => new AbortController().signal,
    fetchId(known) {
      asked.push(known);
      return answer();
    },
    refusal: () => refused,
    onChange: (visitorId) => told.push(visitorId),
    onFailure: (failure) => failure !== null && failures.push(failure.code),
  });
}

const unreached = async () =>
  err('UNKNOWN_ERROR', 'Unknown request error: TypeError: Failed to fetch');

describe('a visitor id', () => {
  test('is fetched once, and the next page of the origin reads it from the store [spec-7.14]', async () => {
    const ids = make();
    ids.start();
    await settlePromises();
    expect(await ids.get()).toEqual(ok('visitor-1'));
    const next = make();
    next.start();
    await settlePromises();
    expect([await next.current(), asked, told]).toEqual([
      'visitor-1',
      [null],
      ['visitor-1', 'visitor-1'],
    ]);
  });

  test('that is requested before the start is not renewed automatically', async () => {
    const ids = make();
    expect(await ids.get()).toEqual(ok('visitor-1'));
    expect(clock.timerCount).toBe(0);
    ids.start();
    await settlePromises();
    expect(clock.timerCount).toBe(1);
  });

  test('is renewed after 30 min, and again; the server gets the previous one [spec-9.1]', async () => {
    const ids = make();
    ids.start();
    await clock.advanceAsync(30 * 60_000 - 1);
    expect(asked).toEqual([null]);
    await clock.advanceAsync(1);
    expect(asked).toHaveLength(2);
    await clock.advanceAsync(30 * 60_000);
    expect(asked).toEqual([null, 'visitor-1', 'visitor-1']);
    ids.stop();
    expect(clock.timerCount).toBe(0);
  });

  test('that is 20 min old at the start of a page is renewed 10 min later', async () => {
    make().start();
    await clock.advanceAsync(20 * 60_000);
    const [before] = [asked.length];
    make().start();
    await clock.advanceAsync(10 * 60_000 - 1);
    expect(asked).toHaveLength(before);
    await clock.advanceAsync(1);
    expect(asked.length).toBeGreaterThan(before);
  });

  test('from the future is renewed at once: the clock was set back since', async () => {
    make().start();
    await settlePromises();
    clock = createFakeClock(1_600_000_000_000);
    const ids = make();
    ids.start();
    await settlePromises();
    expect(asked).toEqual([null, 'visitor-1']);
  });

  test.each([
    [{ visitorId: 'a\r\nX-Evil: 1', fetchedMs: 1 }],
    [{ visitorId: 'v' }],
    ['v'],
    [null],
    [{ visitorId: 7, fetchedMs: 1 }],
  ])('that is stored as %j is ignored', async (row) => {
    await data.set('visitor/id', row, 1_000_000);
    const ids = make();
    expect(await ids.current()).toBeNull();
    expect(await ids.get()).toEqual(ok('visitor-1'));
    expect(asked).toEqual([null]);
  });

  test('is fetched once for simultaneous requests', async () => {
    const ids = make();
    ids.start();
    const answers = await Promise.all([ids.get(), ids.get(), ids.get()]);
    expect(answers).toEqual([ok('visitor-1'), ok('visitor-1'), ok('visitor-1')]);
    expect(asked).toHaveLength(1);
  });
});

describe('a fetch that failed', () => {
  test('is repeated after 120 s, up to five times; requests meanwhile add no attempts [spec-9.2, spec-9.33]', async () => {
    answer = unreached;
    const ids = make();
    ids.start();
    await settlePromises();
    expect(await ids.get()).toMatchObject({ ok: false, error: { code: 'WAITING' } });
    await clock.advanceAsync(120_000 - 1);
    expect(asked).toHaveLength(1);
    await clock.advanceAsync(1);
    expect(asked).toHaveLength(2);
    await clock.advanceAsync(24 * 60 * 60_000);
    expect(asked).toHaveLength(1 + visitorLimits.retryCount);
    expect(failures).toHaveLength(1 + visitorLimits.retryCount);
    expect(clock.timerCount).toBe(0);
    // A viewer's own command causes another attempt.
    answer = async () => ok('visitor-2');
    expect(await ids.get()).toEqual(ok('visitor-2'));
  });

  test('is shared by all pages: others wait for the next attempt, which is shared again', async () => {
    answer = unreached;
    for (const ids of [make(), make(), make()]) {
      ids.start();
      await settlePromises();
    }
    expect(asked).toHaveLength(1);
    await clock.advanceAsync(visitorLimits.retryMs);
    expect(asked).toHaveLength(2);
    answer = async () => ok('visitor-1');
    await clock.advanceAsync(visitorLimits.retryMs);
    expect(asked).toHaveLength(3);
    expect(told).toEqual(['visitor-1', 'visitor-1', 'visitor-1']);
  });

  test('from the future delays no attempt: the clock was set back since', async () => {
    await data.set('visitor/failed', clock.now() + 3_600_000, 7_200_000);
    make().start();
    await settlePromises();
    expect(asked).toHaveLength(1);
  });

  test('and is followed by a success resets the count [spec-9.33]', async () => {
    answer = unreached;
    const ids = make();
    ids.start();
    await clock.advanceAsync(visitorLimits.retryMs);
    answer = async () => ok('visitor-1');
    await clock.advanceAsync(visitorLimits.retryMs);
    answer = unreached;
    const before = asked.length;
    await clock.advanceAsync(visitorLimits.refreshMs + 24 * 60 * 60_000);
    expect(asked).toHaveLength(before + 1 + visitorLimits.retryCount);
  });

  test('keeps the current id', async () => {
    const ids = make();
    ids.start();
    await settlePromises();
    answer = unreached;
    await clock.advanceAsync(visitorLimits.refreshMs);
    expect(asked).toHaveLength(2);
    expect(await ids.get()).toEqual(ok('visitor-1'));
  });
});

describe('without consent', () => {
  test('nothing is fetched, reported or stored, and the result is the reason', async () => {
    refused = err('NO_CONSENT', 'none');
    const ids = make();
    ids.start();
    expect(await ids.get()).toEqual(refused);
    expect(await ids.current()).toBeNull();
    expect([asked, told]).toEqual([[], [null]]);
  });

  test('a reply that arrives after consent was withdrawn is ignored', async () => {
    const { promise, resolve } = Promise.withResolvers<Result<string, VisitorFetchFailure>>();
    answer = () => promise;
    const ids = make();
    ids.start();
    await settlePromises();
    refused = err('NO_CONSENT', 'none');
    resolve(ok('visitor-1'));
    await settlePromises();
    expect([told, await data.get('visitor/id')]).toEqual([[], undefined]);
    expect(clock.timerCount).toBe(0);
  });
});

test('locks that are denied, or held by a page that hangs, delay no request', async () => {
  const denied = { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) };
  expect(await make(denied as unknown as LockManager).get()).toEqual(ok('visitor-1'));
  const throwing = {
    request() {
      throw new DOMException('denied', 'SecurityError');
    },
  };
  data = keepInMemory(clock);
  expect(await make(throwing as unknown as LockManager).get()).toEqual(ok('visitor-1'));
});

const allowed: VisitorRules = {
  consent: 'granted',
  isTelemetryOn: true,
  isPrivate: false,
  isOpaque: false,
  isEducationEmbed: false,
  isPflMode: false,
  isVisitorIdFetchDisabled: false,
};

test.each<[Partial<VisitorRules>, VisitorIdRefusal]>([
  [{ consent: 'pending' }, 'NO_CONSENT'],
  [{ consent: 'refused' }, 'NO_CONSENT'],
  [{ isPrivate: true }, 'PRIVATE_EMBED'],
  [{ isEducationEmbed: true }, 'EDUCATION_EMBED'],
  [{ isPflMode: true }, 'PFL_MODE'],
  [{ isVisitorIdFetchDisabled: true }, 'FETCH_DISABLED'],
  [{ isTelemetryOn: false }, 'FETCH_DISABLED'],
  [{ isOpaque: true }, 'FETCH_DISABLED'],
])(
  '%j gives the reason %s [spec-5.9, spec-5.10, spec-5.15, spec-8.37, spec-8.38, spec-8.39, spec-8.40]',
  (rules, code) => {
    expect(visitorIdRefusal({ ...allowed, ...rules })).toMatchObject({
      ok: false,
      error: { code },
    });
    expect(visitorIdRefusal(allowed)).toBeNull();
  },
);

test('a reply that takes 5 s times out [spec-7.56]', async () => {
  const waitsMs: number[] = [];
  const fetchId = createFetchVisitorId({
    async fetch(_, init) {
      init?.signal?.throwIfAborted();
      return new Response('{"visitorId":"v"}');
    },
    timeoutSignal(ms) {
      waitsMs.push(ms);
      return AbortSignal.abort(new DOMException('late', 'TimeoutError'));
    },
    origin: 'https://embed.example',
  });
  expect(await fetchId(null)).toMatchObject({ ok: false, error: { code: 'TIMED_OUT' } });
  expect(waitsMs).toEqual([5_000]);
});

describe('the server’s reply', () => {
  const fetchWith = (response: () => Response | Promise<Response>) =>
    createFetchVisitorId({
      fetch: async () => response(),
      timeoutSignal: () => new AbortController().signal,
      origin: 'https://embed.example',
    })(null);

  test.each<[string, () => Response | Promise<Response>, string, string]>([
    [
      'without an id',
      () => new Response('{}'),
      'MISSING_FROM_SERVER',
      'Biscotti ID is missing from server',
    ],
    [
      'that is not JSON',
      () => new Response('<html>'),
      'BAD_REPLY',
      'JSON parsing failed after fetch',
    ],
    [
      'of another shape',
      () => new Response('{"visitorId":"a b\\n"}'),
      'BAD_REPLY',
      'The reply has another shape',
    ],
    [
      'with an error status',
      () => new Response('', { status: 503 }),
      'REQUEST_FAILED',
      'Request failed, status=503',
    ],
    [
      'that never comes',
      () => Promise.reject(new DOMException('late', 'TimeoutError')),
      'TIMED_OUT',
      'Request timed out',
    ],
    [
      'that cannot be requested',
      () => Promise.reject(new TypeError('x')),
      'UNKNOWN_ERROR',
      'Unknown request error: TypeError: x',
    ],
  ])(
    '%s is reported with its reason [spec-8.9, spec-8.35, spec-8.36]',
    async (_, response, code, message) => {
      expect(await fetchWith(response)).toEqual({
        ok: false,
        error: { code, message: expect.stringContaining(message) },
      });
    },
  );

  test('may begin with the XSSI prefix', async () => {
    expect(await fetchWith(() => new Response(')]}\'\n{"visitorId":"v"}'))).toEqual(ok('v'));
  });
});

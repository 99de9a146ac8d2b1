import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Connectivity,
  createConnectivity,
} from '../../../../../worker/events/connectivity/connectivity.ts';
import { createHeadServer } from '../../../../../worker/events/connectivity/head-server.ts';
import { isProof } from '../../../../../worker/events/connectivity/is-proof.ts';
import { startChecks } from '../../../../../worker/events/connectivity/start-checks.ts';
import { createFakeClock, type FakeClock, settlePromises } from '../../../fake-clock.ts';

let clock: FakeClock;
let connectivity: Connectivity;
/** When each check was made, in ms from the start. */
let checks: number[];
/** Results of the next checks; 204 when empty. */
let statuses: (number | Error | Promise<number>)[];
let changes: boolean[];
/** The offset of a clock that the viewer set forward or back. */
let setMs: number;
let life: AbortController;

beforeEach(() => {
  clock = createFakeClock();
  const startMs = clock.now();
  checks = [];
  statuses = [];
  changes = [];
  setMs = 0;
  const worldClock = { now: () => clock.now() + setMs, setTimer: clock.setTimer };
  connectivity = createConnectivity({
    async head() {
      checks.push(clock.now() - startMs);
      const status = (await statuses.shift()) ?? 204;
      if (status instanceof Error) throw status;
      return status;
    },
    clock: worldClock,
    onChange: (isOnline) => changes.push(isOnline),
  });
  life = new AbortController();
  startChecks(connectivity, worldClock, life.signal);
});

const refused = new TypeError('Failed to fetch');

test('offline, the worker checks every 30 s and reports only changes [spec-9.22]', async () => {
  statuses = [refused, refused, refused, 204];
  await connectivity.check();
  await clock.advanceAsync(29_999);
  expect(checks).toEqual([0]);
  expect(connectivity.isOnline).toBe(false);
  await clock.advanceAsync(60_001);
  expect(checks).toEqual([0, 30_000, 60_000, 90_000]);
  expect(changes).toEqual([false, true]);
  expect(connectivity.isOnline).toBe(true);
});

test('while no request has failed there is no timer and no check [spec-9.22]', async () => {
  expect(clock.timerCount).toBe(0);
  expect(await connectivity.check()).toBe(true);
  connectivity.setWork({ isVisible: false });
  connectivity.setWork({ isVisible: true });
  expect(clock.timerCount).toBe(0);
  await clock.advanceAsync(3_600_000);
  expect(checks).toEqual([0]);
});

describe('in a visible page that', () => {
  test.each(['isPlaying', 'isDelivering'])(
    '%s, the connection is confirmed every 30 s [spec-9.22]',
    async (kind) => {
      await clock.advanceAsync(600_000);
      connectivity.setWork({ [kind]: true });
      await clock.advanceAsync(29_999);
      expect(checks).toEqual([]);
      await clock.advanceAsync(1);
      expect(checks).toEqual([630_000]);
      await clock.advanceAsync(60_000);
      expect(checks).toEqual([630_000, 660_000, 690_000]);
      connectivity.setWork({ [kind]: false });
      expect(clock.timerCount).toBe(0);
    },
  );

  test('works, any reply postpones the check by 30 s', async () => {
    connectivity.setWork({ isPlaying: true });
    for (let i = 0; i < 10; i++) {
      await clock.advanceAsync(29_000);
      connectivity.prove();
    }
    expect(checks).toEqual([]);
    await clock.advanceAsync(30_000);
    expect(checks).toHaveLength(1);
  });

  test('plays and delivers, the end of one keeps the checks of the other', async () => {
    connectivity.setWork({ isPlaying: true });
    await clock.advanceAsync(20_000);
    connectivity.setWork({ isDelivering: true });
    connectivity.setWork({ isPlaying: false });
    await clock.advanceAsync(10_000);
    expect(checks).toHaveLength(1);
    connectivity.setWork({ isDelivering: false });
    expect(clock.timerCount).toBe(0);
  });

  test('works, a lost connection is noticed within 30 s, and checks continue', async () => {
    statuses = [refused, refused];
    connectivity.setWork({ isPlaying: true });
    await clock.advanceAsync(30_000);
    expect(changes).toEqual([false]);
    connectivity.setWork({ isPlaying: false });
    connectivity.setWork({ isPlaying: true });
    await clock.advanceAsync(30_000);
    expect(checks).toEqual([30_000, 60_000]);
  });
});

test('a hidden page that works does not check; once visible it checks when 30 s are over', async () => {
  connectivity.setWork({ isPlaying: true });
  connectivity.setWork({ isVisible: false });
  await clock.advanceAsync(3_600_000);
  expect(checks).toEqual([]);
  expect(clock.timerCount).toBe(0);
  connectivity.setWork({ isVisible: true });
  await clock.advanceAsync(0);
  expect(checks).toHaveLength(1);
});

test.each([
  [200, 'application/json; charset=UTF-8', true],
  [204, null, true],
  [404, 'text/html', true],
  [503, null, true],
  [200, 'text/html', false],
  [200, null, false],
  [302, null, false],
])('a reply %i with %s proves a connection: %s', (status, contentType, isOne) => {
  const headers = new Headers(contentType === null ? {} : { 'content-type': contentType });
  expect(isProof({ status, headers })).toBe(isOne);
});

test('a result from another document counts as a check', async () => {
  connectivity.receive(false);
  await clock.advanceAsync(20_000);
  connectivity.receive(false);
  await clock.advanceAsync(29_999);
  expect(checks).toEqual([]);
  await clock.advanceAsync(1);
  expect(checks).toEqual([50_000]);
  expect(changes).toEqual([false, true]);
  connectivity.receive(true);
  expect(clock.timerCount).toBe(0);
});

test.each([
  [204, true],
  [404, true],
  [500, true],
  [200, false],
  [0, false],
])('a check with the reply %i finds a connection: %s', async (status, isOnline) => {
  statuses = [status];
  expect(await connectivity.check()).toBe(isOnline);
  expect(connectivity.isOnline).toBe(isOnline);
});

test('a request for a check during a check gets the result of the running one', async () => {
  let answer = (_: number) => {};
  statuses = [
    new Promise((resolve) => {
      answer = resolve;
    }),
  ];
  const asked = [connectivity.check(), connectivity.check()];
  asked.push(connectivity.check());
  expect(checks).toHaveLength(1);
  answer(200);
  expect(await Promise.all(asked)).toEqual([false, false, false]);
  await connectivity.check();
  expect(checks).toHaveLength(2);
});

test('a reply of the intake ends the offline state and its checks', async () => {
  statuses = [refused];
  await connectivity.check();
  await clock.advanceAsync(20_000);
  connectivity.prove();
  expect(connectivity.isOnline).toBe(true);
  expect(changes).toEqual([false, true]);
  expect(clock.timerCount).toBe(0);
});

test('a hidden page makes no checks of its own, but answers requests for one', async () => {
  statuses = [refused, refused];
  await connectivity.check();
  connectivity.setWork({ isVisible: false });
  expect(clock.timerCount).toBe(0);
  await clock.advanceAsync(3_600_000);
  expect(checks).toEqual([0]);
  expect(await connectivity.check()).toBe(false);
  expect(clock.timerCount).toBe(0);
});

test('an offline page that becomes visible checks when 30 s are over, or at once if they are', async () => {
  statuses = [refused, refused, refused];
  await connectivity.check();
  connectivity.setWork({ isVisible: false });
  await clock.advanceAsync(10_000);
  connectivity.setWork({ isVisible: true });
  await clock.advanceAsync(19_999);
  expect(checks).toEqual([0]);
  await clock.advanceAsync(1);
  expect(checks).toEqual([0, 30_000]);
  connectivity.setWork({ isVisible: false });
  await clock.advanceAsync(100_000);
  connectivity.setWork({ isVisible: true });
  await clock.advanceAsync(0);
  expect(checks).toEqual([0, 30_000, 130_000]);
});

test('a page that is hidden during a check makes no further one', async () => {
  let answer = (_: number) => {};
  statuses = [
    new Promise((resolve) => {
      answer = resolve;
    }),
  ];
  const checked = connectivity.check();
  connectivity.setWork({ isVisible: false });
  answer(200);
  await checked;
  expect(clock.timerCount).toBe(0);
});

test.each([-3_600_000, -40_000, -10_000, 10_000, 3_600_000])(
  'a clock that is set by %i ms delays no check by more than 30 s, and causes no burst',
  async (ms) => {
    statuses = Array(20).fill(refused);
    connectivity.receive(false);
    await clock.advanceAsync(15_000);
    setMs = ms;
    await clock.advanceAsync(45_000);
    expect(checks.length).toBeGreaterThanOrEqual(1);
    expect(checks.length).toBeLessThanOrEqual(2);
    const countBefore = checks.length;
    await clock.advanceAsync(300_000);
    expect(checks.length - countBefore).toBe(10);
  },
);

test('disposing leaves no timer, and the result of a running check is not reported', async () => {
  let answer = (_: number) => {};
  statuses = [
    new Promise((resolve) => {
      answer = resolve;
    }),
  ];
  const checked = connectivity.check();
  connectivity.stop();
  life.abort();
  expect(clock.timerCount).toBe(0);
  answer(200);
  await checked;
  connectivity.setWork({ isVisible: true });
  await settlePromises();
  expect(changes).toEqual([]);
  expect(clock.timerCount).toBe(0);
});

describe('the check is HEAD /generate_204', () => {
  const { signal } = new AbortController();
  const headOf = (fetch: typeof globalThis.fetch) => {
    const timeoutSignal = vi.fn(() => signal);
    return {
      head: createHeadServer({ fetch, timeoutSignal, origin: 'https://embed.example' }),
      timeoutSignal,
    };
  };

  test('bypasses caches, sends no cookies, follows no redirects, and times out after 20 s [spec-7.16, spec-9.42]', async () => {
    const fetch = vi.fn(async () => new Response(null, { status: 204 }));
    const { head, timeoutSignal } = headOf(fetch);
    expect(await head(0)).toBe(204);
    expect(timeoutSignal).toHaveBeenCalledExactlyOnceWith(20_000);
    expect(fetch).toHaveBeenCalledExactlyOnceWith(new URL('https://embed.example/generate_204'), {
      method: 'HEAD',
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'manual',
      signal,
    });
  });

  test('treats a time-out as offline', async () => {
    const timedOut = new DOMException('timed out', 'TimeoutError');
    const { head } = headOf(() => Promise.reject(timedOut));
    const checked = createConnectivity({ head, clock, onChange: () => {} });
    expect(await checked.check()).toBe(false);
    checked.stop();
  });
});

import { beforeEach, expect, test } from 'vitest';
import { queueLimits } from '../../../../../shared/limits/services-limits.ts';
import type { News } from '../../../../../shared/rpc/news.ts';
import type { LogQueue } from '../../../../../worker/events/queue/log-queue.ts';
import {
  createMemoryStore,
  type MemoryStore,
} from '../../../../../worker/events/queue/memory-store.ts';
import type { DurableStore } from '../../../../../worker/events/queue/queue-store.ts';
import type { Outcome } from '../../../../../worker/events/sending/delivery.ts';
import {
  createSender,
  type Sender,
  type SenderDeps,
} from '../../../../../worker/events/sending/sender.ts';
import { createFakeClock, type FakeClock, settlePromises } from '../../../fake-clock.ts';
import { makeEvents, online, sid } from '../make-events.ts';
import { makeDurableStore, quotaExceeded } from '../queue/make-durable-store.ts';
import { makeLogQueue } from '../queue/make-log-queue.ts';
import { makeDraft } from '../queue/make-request.ts';

const failed = {
  type: 'failed',
  reason: 'the intake answered 500',
  retryAfterMs: null,
  isUnreached: false,
  isDoubtful: true,
} as const;
const rejected: Outcome = { type: 'rejected', reason: '403' };
const delivered: Outcome = { type: 'delivered', rejectedSeqs: [] };

let clock: FakeClock;
let queue: LogQueue;
let sender: Sender;
/** Results from the front; `delivered` when empty. */
let outcomes: (Outcome | Promise<Outcome>)[];
/** Fixed results of requests, by id; they use none from the front. */
let fates: Record<number, Outcome>;
let attempts: { atMs: number; id: number; sendCount: number; isCompressible: boolean }[];
let log: string[];
let states: News[];
let startMs: number;

beforeEach(() => {
  clock = createFakeClock();
  startMs = clock.now();
  outcomes = [];
  fates = {};
  attempts = [];
  log = [];
  states = [];
  create(null);
});

/** @param sendCounts earlier attempts of requests, by id */
function memoryWith(sendCounts: Record<number, number>): MemoryStore {
  const memory = createMemoryStore();
  return {
    ...memory,
    async claim(owner, nowMs) {
      const row = await memory.claim(owner, nowMs);
      const earlier = sendCounts[row?.id ?? 0];
      return row === null || earlier === undefined
        ? row
        : { ...row, sendCount: row.sendCount + earlier };
    },
  };
}

function create(
  durable: DurableStore | null,
  memory = createMemoryStore(),
  connectivity: SenderDeps['connectivity'] = online,
): void {
  queue = makeLogQueue({ clock, durable, memory });
  sender = createSender({
    claim: queue.claim,
    connectivity,
    async deliver(request) {
      const { id, sendCount, options } = request;
      attempts.push({
        atMs: clock.now() - startMs,
        id,
        sendCount,
        isCompressible: options.isCompressible,
      });
      return fates[request.id] ?? (await outcomes.shift()) ?? delivered;
    },
    clock,
    random: () => 1,
    onDelivered: (request) => log.push(`delivered ${request.id}`),
    onDropped: (request, reason) => log.push(`${reason} ${request.id}`),
    onEmpty: () => {},
    onState: (news) => states.push(news),
  });
}

async function form(count = 1): Promise<void> {
  for (let i = 0; i < count; i++) {
    await queue.form({
      reason: 'debounce',
      endpoint: 'log_event',
      events: makeEvents(1, 100, i + 1),
    });
  }
}

const attemptTimes = () => attempts.map((attempt) => attempt.atMs);

test('an empty queue causes no attempt and no timer', async () => {
  sender.wake();
  await settlePromises();
  expect(attempts).toEqual([]);
  expect(clock.timerCount).toBe(0);
});

test('a failed request is retried after 5 s and stays the same request [spec-9.26]', async () => {
  outcomes = [failed, failed];
  await form();
  sender.wake();
  await clock.advanceAsync(4_999);
  expect(attemptTimes()).toEqual([0]);
  await clock.advanceAsync(10_000);
  expect(attempts).toMatchObject([
    { atMs: 0, id: 1, sendCount: 1 },
    { atMs: 5_000, id: 1, sendCount: 2 },
    { atMs: 10_000, id: 1, sendCount: 3 },
  ]);
  expect(log).toEqual(['delivered 1']);
  expect(clock.timerCount).toBe(0);
});

test('failures do not use up the retry limit, and retries slow down after the tenth', async () => {
  outcomes = Array(14).fill(failed);
  await form();
  sender.wake();
  await clock.advanceAsync(600_000);
  const times = attemptTimes();
  const waits = times.slice(1).map((time, i) => time - (times[i] ?? 0));
  expect(waits).toEqual([...Array(9).fill(5_000), 10_000, 20_000, 40_000, 60_000, 60_000]);
  expect(log).toEqual(['delivered 1']);
});

test('a success resets the failure count', async () => {
  outcomes = [...Array(9).fill(failed), delivered, failed];
  await form(2);
  sender.wake();
  await clock.advanceAsync(45_000);
  expect(log).toHaveLength(1);
  await clock.advanceAsync(5_000);
  expect(log).toHaveLength(2);
});

test('the state is reported only when it changes', async () => {
  outcomes = [failed, failed, failed];
  await form(3);
  sender.wake();
  await clock.advanceAsync(60_000);
  expect(states).toMatchObject([
    { state: 'failing', reason: 'the intake answered 500' },
    { state: 'ok' },
  ]);
});

test('a rejected request gets one more chance after 5 s, behind the others, and is then dropped [spec-9.28]', async () => {
  fates = { 1: rejected };
  await form(2);
  sender.wake();
  await clock.advanceAsync(4_999);
  expect(log).toEqual([]);
  await clock.advanceAsync(1);
  expect(log).toEqual(['delivered 2', 'rejected 1']);
  expect(attempts.map((attempt) => attempt.id)).toEqual([1, 2, 1]);
});

test('a request that always fails does not delay others', async () => {
  fates = { 1: failed };
  await form(3);
  sender.wake();
  await clock.advanceAsync(5_000);
  expect(log).toEqual(['delivered 2', 'delivered 3']);
  expect(attempts.map((attempt) => attempt.id)).toEqual([1, 2, 3, 1]);
});

test('Retry-After delays the timer and every wake-up', async () => {
  outcomes = [{ ...failed, retryAfterMs: 30_000 }];
  await form();
  await sender.sendNow();
  await clock.advanceAsync(29_999);
  await sender.sendNow();
  expect(attemptTimes()).toEqual([0]);
  await clock.advanceAsync(1);
  expect(attemptTimes()).toEqual([0, 30_000]);
});

test('without Retry-After a wake-up sends at once', async () => {
  outcomes = [failed];
  await form();
  await sender.sendNow();
  await clock.advanceAsync(1_000);
  await sender.sendNow();
  expect(attemptTimes()).toEqual([0, 1_000]);
  expect(clock.timerCount).toBe(0);
});

test('one request is sent at a time', async () => {
  let answer = (_: Outcome) => {};
  outcomes = [
    new Promise((resolve) => {
      answer = resolve;
    }),
  ];
  await form(2);
  sender.wake();
  sender.wake();
  await settlePromises();
  const flushed = sender.sendNow();
  await settlePromises();
  expect(attempts).toHaveLength(1);
  answer(delivered);
  await flushed;
  expect(log).toEqual(['delivered 1', 'delivered 2']);
});

test('a request of another page that is older than 30 days is dropped unsent [spec-9.24]', async () => {
  const memory = createMemoryStore();
  create(null, memory);
  const formElsewhere = () =>
    memory.form(makeDraft(makeEvents(1), { sid: `${sid}-gone`, timestamp: clock.now() }));
  await formElsewhere();
  await clock.advanceAsync(1);
  await formElsewhere();
  await clock.advanceAsync(30 * 24 * 60 * 60_000);
  await form();
  sender.wake();
  await settlePromises();
  expect(log).toEqual(['expired 1', 'delivered 2', 'delivered 3']);
  expect(attempts.map((attempt) => attempt.id)).toEqual([2, 3]);
});

test('requests of this page do not expire, however far its clock is set forward', async () => {
  await form();
  await clock.advanceAsync(queueLimits.expiryMs + 1);
  sender.wake();
  await settlePromises();
  expect(log).toEqual(['delivered 1']);
});

test('after stopping no request is claimed, and a pending reply changes nothing', async () => {
  let answer = (_: Outcome) => {};
  outcomes = [
    new Promise((resolve) => {
      answer = resolve;
    }),
  ];
  await form(2);
  sender.wake();
  await settlePromises();
  sender.stop();
  answer(delivered);
  await settlePromises();
  expect(log).toEqual([]);
  expect(attempts).toHaveLength(1);
  expect(clock.timerCount).toBe(0);
});

test('a claim that is pending at the stop is not sent', async () => {
  await form(2);
  sender.wake();
  sender.stop();
  await settlePromises();
  expect(attempts).toEqual([]);
});

test('after stopping no request becomes QUEUED', async () => {
  let answer = (_: Outcome) => {};
  outcomes = [
    new Promise((resolve) => {
      answer = resolve;
    }),
  ];
  await form(2);
  sender.wake();
  await settlePromises();
  sender.stop();
  answer(delivered);
  await settlePromises();
  expect(await queue.claim()).toMatchObject({
    ok: true,
    value: { request: { id: 2, sendCount: 1 } },
  });
});

test.each(['release', 'remove'] as const)(
  'after a failed %s the request is claimed again after 120 s',
  async (name) => {
    const store = makeDurableStore();
    const works = store[name];
    store[name] = quotaExceeded;
    create(store);
    if (name === 'release') outcomes = [failed];
    await form();
    sender.wake();
    await settlePromises();
    Object.assign(store, { [name]: works });
    await clock.advanceAsync(queueLimits.retryExpiryMs);
    expect(attemptTimes()).toEqual([0]);
    await clock.advanceAsync(1);
    expect(attemptTimes()).toEqual([0, 120_001]);
    expect(clock.timerCount).toBe(0);
  },
);

test('a failed claim is repeated after 120 s, and an earlier wake-up sends', async () => {
  const store = makeDurableStore();
  const { claim } = store;
  store.claim = quotaExceeded;
  create(store);
  await form();
  sender.wake();
  await settlePromises();
  store.claim = claim;
  await clock.advanceAsync(queueLimits.retryExpiryMs + 1);
  expect(log).toEqual(['delivered 1']);

  store.claim = quotaExceeded;
  sender.wake();
  await settlePromises();
  store.claim = claim;
  await form();
  sender.wake();
  await settlePromises();
  expect(log).toEqual(['delivered 1', 'delivered 2']);
  sender.stop();
  expect(clock.timerCount).toBe(0);
});

test('a request that the intake may have stored stays doubtful after an attempt that stored nothing', async () => {
  outcomes = [failed, { ...failed, isDoubtful: false }];
  await form();
  await sender.sendNow();
  await sender.sendNow();
  expect(attempts).toHaveLength(2);
  expect(await queue.claim()).toMatchObject({ ok: true, value: { request: { isDoubtful: true } } });
});

test('a request is not doubtful when none of its attempts can have stored it', async () => {
  outcomes = [{ ...failed, isDoubtful: false }];
  await form();
  await sender.sendNow();
  expect(await queue.claim()).toMatchObject({
    ok: true,
    value: { request: { isDoubtful: false } },
  });
});

test('a request is dropped at its 100,001st attempt, and the others are sent [spec-3.59]', async () => {
  create(null, memoryWith({ 1: 99_999 }));
  await form(2);
  fates = { 1: failed };
  sender.wake();
  await clock.advanceAsync(0);
  expect(attempts).toMatchObject([{ id: 1, sendCount: 100_000 }]);
  await clock.advanceAsync(10_000);
  expect(attempts.filter(({ id }) => id === 1)).toHaveLength(1);
  expect(log).toEqual(['delivered 2', 'attempts 1']);
  expect(clock.timerCount).toBe(0);
});

test('a try without a connection does not count as an attempt', async () => {
  const connectivity = { isOnline: false, check: async () => false, prove: () => {} };
  create(null, createMemoryStore(), connectivity);
  await form();
  sender.wake();
  await clock.advanceAsync(20_000);
  expect(attempts).toEqual([]);
  connectivity.check = async () => true;
  await clock.advanceAsync(60_000);
  expect(attempts).toMatchObject([{ sendCount: 1 }]);
});

test('a request that could not be read compressed is sent uncompressed from then on, by every worker [spec-3.57]', async () => {
  outcomes = [{ ...failed, isCompressible: false }, failed, { ...rejected, isCompressible: true }];
  await form();
  sender.wake();
  await clock.advanceAsync(60_000);
  expect(attempts.map(({ isCompressible }) => isCompressible)).toEqual([true, false, false, false]);
  expect(log).toEqual(['delivered 1']);
});

import { beforeEach, expect, test } from 'vitest';
import type { LogQueue } from '../../../../../worker/events/queue/log-queue.ts';
import type { DurableStore } from '../../../../../worker/events/queue/queue-store.ts';
import type { Outcome } from '../../../../../worker/events/sending/delivery.ts';
import { createSender, type Sender } from '../../../../../worker/events/sending/sender.ts';
import { createFakeClock, type FakeClock, settlePromises } from '../../../fake-clock.ts';
import { makeEvents } from '../make-events.ts';
import { makeDurableStore } from '../queue/make-durable-store.ts';
import { makeLogQueue } from '../queue/make-log-queue.ts';

const failed = {
  type: 'failed',
  reason: 'the intake answered 500',
  retryAfterMs: null,
  isUnreached: false,
  isDoubtful: true,
} as const;
const unreached: Outcome = { ...failed, reason: 'the intake was not reached', isUnreached: true };
const rejected: Outcome = { type: 'rejected', reason: '403' };
const delivered: Outcome = { type: 'delivered', rejectedSeqs: [] };

let clock: FakeClock;
let startMs: number;
let queue: LogQueue;
let sender: Sender;
/** The result of a check, and the assumed state until then. */
let isConnected: boolean;
let isOnline: boolean;
let proofs: number;
let random: number;
/** Results from the front; `delivered` when empty. */
let outcomes: (Outcome | Promise<Outcome>)[];
/** The times of requests and checks, in ms from the start. */
let attempts: number[];
let checks: number[];

beforeEach(() => {
  clock = createFakeClock();
  startMs = clock.now();
  isConnected = true;
  isOnline = true;
  proofs = 0;
  random = 1;
  outcomes = [];
  attempts = [];
  checks = [];
  create(null);
});

function create(durable: DurableStore | null): void {
  queue = makeLogQueue({ clock, durable });
  sender = createSender({
    claim: queue.claim,
    connectivity: {
      get isOnline() {
        return isOnline;
      },
      async check() {
        checks.push(clock.now() - startMs);
        isOnline = isConnected;
        return isConnected;
      },
      prove() {
        proofs++;
        isOnline = true;
      },
    },
    async deliver() {
      attempts.push(clock.now() - startMs);
      return (await outcomes.shift()) ?? delivered;
    },
    clock,
    random: () => random,
    onDelivered: () => {},
    onDropped: () => {},
    onEmpty: () => {},
    onState: () => {},
  });
}

async function form(count = 1): Promise<void> {
  for (let i = 0; i < count; i++)
    await queue.seal([
      {
        reason: 'debounce',
        endpoint: 'log_event',
        events: makeEvents(1, 100, i + 1),
      },
    ]);
}

async function breakConnection(): Promise<void> {
  isConnected = false;
  isOnline = false;
  await form();
}

test('offline, each try is a check instead of a request, and the first success sends the request', async () => {
  await breakConnection();
  sender.wake();
  await clock.advanceAsync(14_999);
  expect(checks).toEqual([0, 5_000, 10_000]);
  expect(attempts).toEqual([]);
  isConnected = true;
  await clock.advanceAsync(1);
  expect(attempts).toEqual([15_000]);
  expect(clock.timerCount).toBe(0);
});

test('a request that was not sent is not doubtful and does not count as an attempt', async () => {
  await breakConnection();
  await sender.sendNow();
  expect(await queue.claim()).toMatchObject({
    ok: true,
    value: { request: { isDoubtful: false, rejectionCount: 0 } },
  });
});

test('with an empty queue the connection is not checked', async () => {
  isOnline = false;
  sender.wake();
  await sender.sendNow();
  await clock.advanceAsync(600_000);
  expect(checks).toEqual([]);
});

test('while online a try makes no check', async () => {
  outcomes = [failed, failed];
  await form(3);
  sender.wake();
  await clock.advanceAsync(60_000);
  expect(attempts).toHaveLength(5);
  expect(checks).toEqual([]);
  expect(proofs).toBe(3);
});

test('where only the check is blocked every tenth try is sent anyway, and its success means online', async () => {
  await breakConnection();
  await form(2);
  sender.wake();
  // Nine tries of 5 s each; once the tenth arrives, nothing says that the page is offline.
  await clock.advanceAsync(44_999);
  expect(checks).toHaveLength(9);
  expect(attempts).toEqual([]);
  await clock.advanceAsync(1);
  expect(checks).toHaveLength(10);
  expect(attempts).toEqual([45_000, 45_000, 45_000]);
  expect(proofs).toBe(3);
});

test('a tenth try that fails too is followed by nine checks', async () => {
  await breakConnection();
  outcomes = Array(2).fill(unreached);
  for (let turn = 0; turn < 20; turn++) {
    await sender.sendNow();
    expect(attempts).toHaveLength(Math.floor((turn + 1) / 10));
  }
});

test('requests that fail while the server is reachable are blocked, so retries slow down', async () => {
  outcomes = Array(3).fill(unreached);
  await form();
  sender.wake();
  await clock.advanceAsync(70_000);
  // The jitter is full: the longest delays are 10, 20 and 40 s.
  expect(attempts).toEqual([0, 10_000, 30_000, 70_000]);
  expect(checks).toEqual([0, 10_000, 30_000]);
});

test.each([
  [0, 5_000],
  [0.5, 7_500],
  [1, 10_000],
])('with the random value %d a blocked request is retried after %i ms', async (chance, ms) => {
  random = chance;
  outcomes = [unreached];
  await form();
  sender.wake();
  await clock.advanceAsync(ms);
  expect(attempts).toEqual([0, ms]);
});

test('a lost network is no blocker: tries go on every 5 s, as checks', async () => {
  outcomes = [unreached];
  await form();
  isConnected = false;
  sender.wake();
  await clock.advanceAsync(5_000);
  isConnected = true;
  await clock.advanceAsync(5_000);
  expect(attempts).toEqual([0, 10_000]);
  expect(checks).toEqual([0, 5_000, 10_000]);
});

test('a server that answers 500 is no blocker, and no check is made', async () => {
  outcomes = Array(5).fill(failed);
  await form();
  sender.wake();
  await clock.advanceAsync(25_000);
  expect(attempts).toEqual([0, 5_000, 10_000, 15_000, 20_000, 25_000]);
  expect(checks).toEqual([]);
});

test.each([unreached, rejected])(
  'after a stop while a request returns to the store ($type) there is no check and no timer',
  async (outcome) => {
    const store = makeDurableStore();
    const { release } = store;
    let finish = () => {};
    const releasing = new Promise<void>((resolve) => {
      finish = resolve;
    });
    store.release = (row, nowMs) => releasing.then(() => release(row, nowMs));
    create(store);
    outcomes = [outcome];
    await form();
    sender.wake();
    await settlePromises();
    sender.stop();
    finish();
    await settlePromises();
    expect(attempts).toHaveLength(1);
    expect(checks).toEqual([]);
    expect(clock.timerCount).toBe(0);
  },
);

import { beforeEach, expect, test } from 'vitest';
import { queueLimits } from '../../../../../shared/limits/queue-limits.ts';
import { documentLockName } from '../../../../../shared/rpc/document-lock.ts';
import { startDrainer } from '../../../../../worker/events/queue/drainer.ts';
import type { Adoption, RowAdoption } from '../../../../../worker/events/queue/queue-store.ts';
import { createFakeClock, type FakeClock, settlePromises } from '../../../fake-clock.ts';
import { sid } from '../make-events.ts';
import { quotaExceeded } from './make-durable-store.ts';

let clock: FakeClock;
let abort: AbortController;
/** Names of held locks. */
let held: Set<string>;
/** Rows in the store, by owner. */
let rows: Map<string, number>;
let adoptions: Adoption[];
let store: RowAdoption;
let adoptedCount: number;

beforeEach(() => {
  clock = createFakeClock();
  abort = new AbortController();
  held = new Set();
  rows = new Map();
  adoptions = [];
  adoptedCount = 0;
  store = {
    owners: async () => [...rows.keys()],
    async adopt(adoption) {
      adoptions.push(adoption);
      const left = rows.get(adoption.from) ?? 0;
      const rowCount = Math.min(left, adoption.maxCount);
      if (rowCount === left) rows.delete(adoption.from);
      else rows.set(adoption.from, left - rowCount);
      return { requestCount: rowCount, rowCount };
    },
  };
});

function start(own = sid, hasLocks = true): ReturnType<typeof startDrainer> {
  const request = async (name: string, _: LockOptions, job: (lock: Lock | null) => unknown) => {
    if (held.has(name)) return job(null);
    held.add(name);
    const answer = await job({ name, mode: 'exclusive' });
    held.delete(name);
    return answer;
  };
  const locks = { request } as unknown as LockManager;
  const onAdopted = () => {
    adoptedCount++;
  };
  return startDrainer({ sid: own, store, locks, hasLocks, clock, onAdopted, signal: abort.signal });
}

test('every worker looks for orphaned rows when it starts, however many workers there are', async () => {
  start('first');
  await settlePromises();
  rows.set('dead', 1);
  start('second');
  await settlePromises();
  expect(adoptions).toMatchObject([{ from: 'dead', to: 'second' }]);
  expect(adoptedCount).toBe(1);
});

test('where documents hold no locks a worker adopts only rows older than any living document leaves', async () => {
  rows.set('other', 1);
  start(sid, false);
  await settlePromises();
  expect(adoptions).toMatchObject([
    { from: 'other', untilMs: clock.now() - queueLimits.retryExpiryMs },
  ]);
});

test('a worker adopts all rows of a document whose lock is free', async () => {
  rows.set('dead', 1);
  start();
  await settlePromises();
  expect(adoptions).toMatchObject([{ from: 'dead', untilMs: Number.POSITIVE_INFINITY }]);
});

test('a worker adopts rows of dead documents only, up to a limit', async () => {
  rows.set('alive', 1).set('dead', 60);
  held.add(documentLockName('alive'));
  start();
  await settlePromises();
  expect(adoptions).toMatchObject([{ from: 'dead', maxCount: queueLimits.adoptCount }]);
});

test('without other documents in the store there is no timer', async () => {
  rows.set(sid, 3);
  start();
  await settlePromises();
  expect(clock.timerCount).toBe(0);
  expect(adoptions).toEqual([]);
});

test('while other documents live a worker looks once a minute, and adopts the rows of those that ended', async () => {
  rows.set('other', 1);
  held.add(documentLockName('other'));
  start();
  await clock.advanceAsync(queueLimits.adoptEveryMs);
  expect(adoptions).toEqual([]);
  held.delete(documentLockName('other'));
  await clock.advanceAsync(queueLimits.adoptEveryMs - 1);
  expect(adoptions).toEqual([]);
  await clock.advanceAsync(1);
  expect(adoptions).toMatchObject([{ from: 'other', to: sid, untilMs: Number.POSITIVE_INFINITY }]);
  expect(clock.timerCount).toBe(0);
});

test('of ten workers one sets a timer, and after it ends the next worker that looks sets one', async () => {
  rows.set('other', 1);
  held.add(documentLockName('other'));
  start('first');
  const firstEnd = abort;
  abort = new AbortController();
  const others = Array.from({ length: 9 }, (_, index) => start(`worker ${index}`));
  await settlePromises();
  expect(clock.timerCount).toBe(1);
  firstEnd.abort();
  await settlePromises();
  expect(clock.timerCount).toBe(0);
  await clock.advanceAsync(queueLimits.adoptEveryMs);
  others[4]?.nudge();
  await settlePromises();
  expect(clock.timerCount).toBe(1);
});

test('a failed look is repeated a minute later', async () => {
  const { owners } = store;
  store.owners = quotaExceeded;
  rows.set('dead', 1);
  start();
  await settlePromises();
  store.owners = owners;
  await clock.advanceAsync(queueLimits.adoptEveryMs);
  expect(adoptions).toHaveLength(1);
});

test('a look adopts up to 50 rows of all owners together, and the next look follows soon', async () => {
  rows.set('dead', 30).set('long dead', 100);
  start();
  await settlePromises();
  expect(adoptions.map(({ from, maxCount }) => [from, maxCount])).toEqual([
    ['dead', 50],
    ['long dead', 20],
  ]);
  await clock.advanceAsync(queueLimits.adoptMoreMs);
  expect(rows.get('long dead')).toBe(30);
  await clock.advanceAsync(queueLimits.adoptMoreMs);
  expect(rows.size).toBe(0);
  expect(clock.timerCount).toBe(0);
});

test('a nudge causes a look when the last one is a minute ago, and not earlier', async () => {
  const drainer = start();
  await settlePromises();
  rows.set('dead', 1);
  await clock.advanceAsync(queueLimits.adoptEveryMs - 1);
  drainer.nudge();
  await settlePromises();
  expect(adoptions).toEqual([]);
  await clock.advanceAsync(1);
  drainer.nudge();
  await settlePromises();
  expect(adoptions).toHaveLength(1);
});

test('a clock that was set back does not stop the looks', async () => {
  const drainer = start();
  await settlePromises();
  rows.set('dead', 1);
  clock.now = () => 0;
  drainer.nudge();
  await settlePromises();
  expect(adoptions).toHaveLength(1);
});

test('stopping leaves no timer', async () => {
  rows.set('other', 1);
  held.add(documentLockName('other'));
  start();
  await settlePromises();
  expect(clock.timerCount).toBe(1);
  abort.abort();
  expect(clock.timerCount).toBe(0);
});

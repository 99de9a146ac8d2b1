import { beforeEach, expect, test } from 'vitest';
import { queueLimits } from '../../../../../shared/limits/queue-limits.ts';
import type { LogQueue } from '../../../../../worker/events/queue/log-queue.ts';
import type { DurableStore } from '../../../../../worker/events/queue/queue-store.ts';
import { createFakeClock } from '../../../fake-clock.ts';
import { makeEvent, sid } from '../make-events.ts';
import { makeDurableStore } from './make-durable-store.ts';
import { makeLogQueue } from './make-log-queue.ts';

const groupCount = queueLimits.groupCount;
let durable: DurableStore;
/** How many requests each transaction removed and leased. */
let transactions: [removed: number, leased: number][] = [];

beforeEach(() => {
  durable = makeDurableStore();
  transactions = [];
  const { lease } = durable;
  durable.lease = async (owner, nowMs, maxCount, removed) => {
    const leased = await lease(owner, nowMs, maxCount, removed);
    transactions.push([removed.length, leased.length]);
    return leased;
  };
});

async function queueOf(requestCount: number, hasLocks = true): Promise<LogQueue> {
  const queue = makeLogQueue({ clock: createFakeClock(), durable, hasLocks });
  for (let seq = 1; seq <= requestCount; seq++)
    await queue.seal([{ reason: 'debounce', endpoint: 'log_event', events: [makeEvent(seq)] }]);
  return queue;
}

/** @returns the events of all requests, each delivered before the next is claimed */
async function deliver(queue: LogQueue): Promise<number[]> {
  const seqs: number[] = [];
  for (;;) {
    const claimed = await queue.claim();
    if (!claimed.ok || claimed.value === null) return seqs;
    seqs.push(...claimed.value.request.events.map((event) => event.seq));
    await claimed.value.remove();
  }
}

test('requests are taken in groups, in order, and delivered ones leave the store with the next group', async () => {
  const queue = await queueOf(groupCount + 2);
  const delivered = await deliver(queue);
  expect(delivered).toEqual(Array.from({ length: groupCount + 2 }, (_, index) => index + 1));
  expect(transactions).toEqual([
    [0, groupCount],
    [groupCount, 2],
    [2, 0],
  ]);
  expect(await durable.seqsOf(sid)).toEqual([]);
});

test('without locks each request has its own lease, by which other documents know that this one is alive', async () => {
  await deliver(await queueOf(2, false));
  expect(transactions).toEqual([
    [0, 1],
    [1, 1],
    [1, 0],
  ]);
});

test('a request that failed comes behind those that are already taken', async () => {
  const queue = await queueOf(3);
  const first = await queue.claim();
  if (first.ok) await first.value?.release({});
  expect(await deliver(queue)).toEqual([2, 3, 1]);
});

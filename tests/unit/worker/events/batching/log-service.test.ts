import { beforeEach, expect, test } from 'vitest';
import { logLimits } from '../../../../../shared/limits/limits.ts';
import { queueLimits } from '../../../../../shared/limits/services-limits.ts';
import type { News } from '../../../../../shared/rpc/news.ts';
import {
  type LogService,
  startLogService,
} from '../../../../../worker/events/batching/log-service.ts';
import type { DurableStore } from '../../../../../worker/events/queue/queue-store.ts';
import type { RequestRow } from '../../../../../worker/events/queue/stored-rows.ts';
import type { Outcome } from '../../../../../worker/events/sending/delivery.ts';
import { createFakeClock, type FakeClock, settlePromises } from '../../../fake-clock.ts';
import { context, makeEntry, online, sid } from '../make-events.ts';
import { makeDurableStore, quotaExceeded } from '../queue/make-durable-store.ts';
import { makeLogQueue } from '../queue/make-log-queue.ts';

let clock: FakeClock;
let news: News[];
/** The types of news, in order; those sent without urgency are `later`. */
let urgent: string[];
/** The `stored` news. */
let stored: News[];
let sent: RequestRow[];
let outcome: Outcome;
/** The reported values of whether events wait. */
let queued: boolean[];
let lost: { reason: string; count: number; isOwn: boolean }[];

beforeEach(() => {
  clock = createFakeClock();
  news = [];
  urgent = [];
  stored = [];
  sent = [];
  lost = [];
  queued = [];
  outcome = { type: 'delivered', rejectedSeqs: [] };
});

/** @param durable a memory store that reports itself as durable */
function start(durable: DurableStore | null = null): Promise<LogService> {
  return startLogService({
    sid,
    queue: makeLogQueue({ clock, durable }),
    async deliver(request) {
      sent.push(request);
      return outcome;
    },
    connectivity: online,
    clock,
    random: () => 1,
    postNews(item, isUrgent) {
      (item.type === 'stored' ? stored : news).push(item);
      urgent.push(isUrgent === true ? item.type : `${item.type} later`);
    },
    onLost: (loss) => lost.push(loss),
    onSent: () => {},
    onQueued: (isQueued) => queued.push(isQueued),
  });
}

test('the equation holds at every step of failing, retrying and delivering', async () => {
  const service = await start();
  outcome = {
    type: 'failed',
    reason: 'down',
    retryAfterMs: null,
    isUnreached: false,
    isDoubtful: true,
  };
  await service.log([makeEntry(1), makeEntry(2, { payload: { big: 1n } }), makeEntry(3)]);
  expect(service.accounting()).toMatchObject({
    created: 3,
    delivered: 0,
    queued: 2,
    dropped: { not_json: 1 },
  });
  expect(await service.flush()).toEqual({ delivered: 0, queued: 2 });
  outcome = { type: 'delivered', rejectedSeqs: [] };
  await clock.advanceAsync(5_000);
  expect(service.accounting()).toMatchObject({
    created: 3,
    delivered: 2,
    queued: 0,
    dropped: { not_json: 1 },
  });
  expect(news.at(-1)).toEqual({
    type: 'delivered',
    ranges: [
      [1, 1],
      [3, 3],
    ],
  });
});

test('events are reported as waiting until all are delivered or dropped', async () => {
  const service = await start();
  expect(queued.at(-1)).toBe(false);
  outcome = {
    type: 'failed',
    reason: 'down',
    retryAfterMs: null,
    isUnreached: false,
    isDoubtful: true,
  };
  await service.log([makeEntry(1)]);
  await service.flush();
  await clock.advanceAsync(120_000);
  expect(queued.at(-1)).toBe(true);
  outcome = { type: 'delivered', rejectedSeqs: [] };
  await clock.advanceAsync(60_000);
  expect(queued.at(-1)).toBe(false);

  outcome = { type: 'rejected', reason: '403' };
  await service.log([makeEntry(2)]);
  expect(queued.at(-1)).toBe(true);
  await service.flush();
  await clock.advanceAsync(60_000);
  expect(queued.at(-1)).toBe(false);
});

test('events that other documents left are reported as waiting too', async () => {
  const service = await start();
  service.sendAdopted();
  expect(queued.at(-1)).toBe(true);
  await clock.advanceAsync(0);
  expect(queued.at(-1)).toBe(false);
});

test('events that the intake rejects in an accepted batch are dropped, and the others are delivered', async () => {
  const service = await start();
  outcome = { type: 'delivered', rejectedSeqs: [2, 4] };
  await service.log([1, 2, 3, 4, 5].map((seq) => makeEntry(seq)));
  expect(await service.flush()).toEqual({ delivered: 3, queued: 0 });
  expect(service.accounting()).toMatchObject({
    created: 5,
    delivered: 3,
    queued: 0,
    dropped: { rejected: 2 },
  });
  expect(news.filter(({ type }) => type === 'dropped')).toMatchObject([
    {
      reason: 'rejected',
      ranges: [
        [2, 2],
        [4, 4],
      ],
    },
  ]);
  expect(news.filter(({ type }) => type === 'delivered')).toMatchObject([
    {
      ranges: [
        [1, 1],
        [3, 3],
        [5, 5],
      ],
    },
  ]);
});

test('an event is sent only after it is stored', async () => {
  let finishStoring = () => {};
  const written = new Promise<void>((resolve) => {
    finishStoring = resolve;
  });
  const service = await start(makeDurableStore({ putArrival: () => written }));
  const acknowledged = service.log([makeEntry(1, { tier: 400 })]);
  await clock.advanceAsync(60_000);
  expect(sent).toEqual([]);
  finishStoring();
  await acknowledged;
  expect(stored).toEqual([{ type: 'stored', ranges: [[1, 1]], isDurable: true }]);
  await clock.advanceAsync(0);
  expect(sent).toHaveLength(1);
});

test('with a full store events are kept in memory, not reported as durable, and delivered', async () => {
  const service = await start(makeDurableStore({ putArrival: quotaExceeded, form: quotaExceeded }));
  await service.log([makeEntry(1), makeEntry(2)]);
  expect(stored).toEqual([{ type: 'stored', ranges: [[1, 2]], isDurable: false }]);
  expect(service.accounting()).toMatchObject({ created: 2, queued: 2, dropped: { quota: 0 } });
  expect(await service.flush()).toEqual({ delivered: 2, queued: 0 });
});

test('once a full store has room again, stored events are reported as durable', async () => {
  const store = makeDurableStore();
  const service = await start(store);
  const { putArrival } = store;
  store.putArrival = quotaExceeded;
  await service.log([makeEntry(1)]);
  store.putArrival = putArrival;
  // Event 1 is only in memory, so nothing up to here is durable.
  await service.log([makeEntry(2)]);
  await service.flush();
  await service.log([makeEntry(3)]);
  expect(stored).toMatchObject([{ isDurable: false }, { isDurable: false }, { isDurable: true }]);
});

test('events of the document’s previous worker are sent, and their replay is recognized', async () => {
  const arrival = {
    sid,
    lastSeq: 2,
    context,
    storedMs: 0,
    events: [{ seq: 2, tier: 300 as const, endpoint: 'log_event' as const, json: '{"seq":2}' }],
  };
  const durable = makeDurableStore({
    recover: async () => ({ arrivals: [arrival], requests: [] }),
  });
  await durable.putArrival(arrival);
  const service = await start(durable);
  await service.log([makeEntry(2), makeEntry(3, { tier: 300 })]);
  await clock.advanceAsync(5_000);
  expect(sent.flatMap((request) => request.events.map((event) => event.seq))).toEqual([2, 3]);
  expect(service.accounting()).toMatchObject({ created: 2, delivered: 2, queued: 0 });
});

test('a failed recovery is repeated, and events from in between are sent once', async () => {
  const rowOf = (seq: number) => ({
    sid,
    lastSeq: seq,
    context,
    storedMs: 0,
    events: [{ seq, tier: 300 as const, endpoint: 'log_event' as const, json: `{"seq":${seq}}` }],
  });
  let failuresLeft = 2;
  const durable = makeDurableStore({
    async recover() {
      if (failuresLeft-- > 0) throw new Error('the database did not answer');
      return { arrivals: [rowOf(1), rowOf(2)], requests: [] };
    },
  });
  await durable.putArrival(rowOf(1));
  await durable.putArrival(rowOf(2));
  const service = await start(durable);
  await service.log([makeEntry(2, { tier: 300 })]);
  await clock.advanceAsync(queueLimits.retryDelayMs);
  expect(service.accounting()).toMatchObject({ created: 1 });
  await clock.advanceAsync(60_000);
  expect(sent.flatMap((request) => request.events.map((event) => event.seq))).toEqual([2, 1]);
  expect(service.accounting()).toMatchObject({ created: 2, delivered: 2, queued: 0 });
  expect(clock.timerCount).toBe(0);
});

test('a recovery that always fails is not repeated after the end', async () => {
  const service = await start(
    makeDurableStore({ recover: () => Promise.reject(new Error('broken')) }),
  );
  await clock.advanceAsync(queueLimits.retryDelayMs);
  await service.stop();
  expect(clock.timerCount).toBe(0);
});

test('stopping leaves no timer', async () => {
  const service = await start();
  await service.log([makeEntry(1), makeEntry(2, { tier: 300 })]);
  void service.log([makeEntry(3)]);
  await service.stop();
  await settlePromises();
  expect(clock.timerCount).toBe(0);
});

test('deliveries are reported at once while the queue is larger than the page’s copy', async () => {
  const service = await start();
  await service.log(
    Array.from({ length: logLimits.keptDurableCount + 150 }, (_, i) => makeEntry(i + 1)),
  );
  await service.flush();
  const deliveries = urgent.filter((type) => type.startsWith('delivered'));
  expect(deliveries.slice(0, 3)).toEqual(['delivered', 'delivered', 'delivered later']);
  expect(deliveries).toHaveLength(12);
});

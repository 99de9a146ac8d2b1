import { beforeEach, describe, expect, test } from 'vitest';
import { queueLimits } from '../../../../../shared/limits/services-limits.ts';
import type { LossAccounting } from '../../../../../shared/rpc/loss-accounting.ts';
import type { News } from '../../../../../shared/rpc/news.ts';
import type { LogEntry } from '../../../../../shared/telemetry/log-event.ts';
import {
  type LogService,
  startLogService,
} from '../../../../../worker/events/batching/log-service.ts';
import { createMemoryStore } from '../../../../../worker/events/queue/memory-store.ts';
import type { DurableStore } from '../../../../../worker/events/queue/queue-store.ts';
import { type ArrivalRow, newRequest } from '../../../../../worker/events/queue/stored-rows.ts';
import { failed, type Outcome } from '../../../../../worker/events/sending/delivery.ts';
import { createFakeClock, type FakeClock, settlePromises } from '../../../fake-clock.ts';
import { makeEntry, makeEvents, online, sid } from '../make-events.ts';
import { makeDurableStore, quotaExceeded } from '../queue/make-durable-store.ts';
import { makeLogQueue } from '../queue/make-log-queue.ts';
import { makeDraft } from '../queue/make-request.ts';

let clock: FakeClock;
let news: News[];
/** The `stored` news. */
let stored: News[];
let lost: { reason: string; count: number; isOwn: boolean }[];
let outcome: Outcome;
/** The number of events in each stored record. */
let records: number[][];
/** Storing waits for these promises, from the front. */
let gates: Promise<unknown>[];
let store: DurableStore;
let service: LogService;

beforeEach(() => {
  clock = createFakeClock();
  news = [];
  stored = [];
  lost = [];
  outcome = { type: 'delivered', rejectedSeqs: [] };
  records = [];
  gates = [];
  store = makeDurableStore();
  const { putArrival } = store;
  store.putArrival = async (row: ArrivalRow) => {
    records.push(row.events.map((event) => event.seq));
    await gates.shift();
    await putArrival(row);
  };
});

async function start(durable: DurableStore | null): Promise<void> {
  service = await startLogService({
    sid,
    queue: makeLogQueue({
      clock,
      durable,
      memory: createMemoryStore(),
      onDropped: (rows, reason) => service.lose(rows, reason),
    }),
    deliver: async () => outcome,
    connectivity: online,
    clock,
    random: () => 1,
    postNews: (item) => (item.type === 'stored' ? stored : news).push(item),
    onLost: (loss) => lost.push(loss),
    onSent: () => {},
    onQueued: () => {},
  });
}

const entries = (from: number, to: number, entry: Partial<LogEntry> = {}) =>
  Array.from({ length: to - from + 1 }, (_, i) => makeEntry(from + i, entry));

function balance({ created, delivered, queued, dropped }: LossAccounting): number {
  return (
    created - delivered - queued - Object.values(dropped).reduce((sum, count) => sum + count, 0)
  );
}

describe('arrays that arrive while one is being stored', () => {
  let store1: () => void;
  beforeEach(async () => {
    gates = [
      new Promise<void>((resolve) => {
        store1 = resolve;
      }),
    ];
    await start(store);
  });

  test('are stored together, and each is acknowledged', async () => {
    const acknowledged = [
      service.log(entries(1, 2)),
      service.log(entries(3, 5)),
      service.log(entries(6, 6)),
    ];
    await settlePromises();
    const late = service.log(entries(7, 9));
    await settlePromises();
    expect(records).toEqual([[1, 2, 3, 4, 5, 6]]);
    store1();
    await Promise.all(acknowledged);
    expect(stored).toEqual([{ type: 'stored', ranges: [[1, 6]], isDurable: true }]);
    await late;
    expect(records[1]).toEqual([7, 8, 9]);
    expect(stored[1]).toEqual({ type: 'stored', ranges: [[7, 9]], isDurable: true });
  });

  test('make records of up to 100 events, and no array is split', async () => {
    const acknowledged = [service.log(entries(1, 1))];
    await settlePromises();
    for (let from = 2; from < 200; from += 32)
      acknowledged.push(service.log(entries(from, from + 31)));
    store1();
    await Promise.all(acknowledged);
    expect(records.map((record) => record.length)).toEqual([1, 96, 96, 32]);
    expect(records.flat()).toEqual(entries(1, 225).map(({ seq }) => seq));
    expect(stored.map((item) => 'ranges' in item && item.ranges)).toEqual([
      [[1, 1]],
      [[2, 97]],
      [[98, 193]],
      [[194, 225]],
    ]);
  });

  test('may include one that fails: its caller gets the error, and the next is stored', async () => {
    void service.log(entries(1, 1));
    await settlePromises();
    const broken = service.log([null as unknown as LogEntry]);
    const failed = expect(broken).rejects.toThrow(TypeError);
    store1();
    await failed;
    await service.log(entries(2, 3));
    expect(stored.at(-1)).toEqual({ type: 'stored', ranges: [[2, 3]], isDurable: true });
    expect(await service.flush()).toEqual({ delivered: 3, queued: 0 });
    expect(balance(service.accounting())).toBe(0);
  });
});

test('a long array, as after a worker restart, is stored in records of up to 100 events', async () => {
  await start(store);
  await service.log(entries(1, 250));
  expect(stored).toEqual([{ type: 'stored', ranges: [[1, 250]], isDurable: true }]);
  expect(records.map((record) => record.length)).toEqual([100, 100, 50]);
  expect(await service.flush()).toEqual({ delivered: 250, queued: 0 });
});

test('when memory is full the lowest tier is dropped first, and the equation holds at each step', async () => {
  await start(null);
  outcome = {
    type: 'failed',
    reason: 'down',
    retryAfterMs: null,
    isUnreached: false,
    isDoubtful: true,
  };
  const text = 'x'.repeat(40_000);
  const perStep = 10;
  for (let step = 0; step < 20; step++) {
    const tier = step % 2 === 0 ? 300 : 100;
    await service.log(
      entries(step * perStep + 1, (step + 1) * perStep, { tier, payload: { text } }),
    );
    await service.flush();
    expect(balance(service.accounting())).toBe(0);
  }
  const { created, queued, dropped } = service.accounting();
  expect(created).toBe(200);
  expect(queued * text.length).toBeLessThan(queueLimits.memoryMaxChars + perStep * 50_000);
  expect(dropped.quota).toBe(200 - queued);
  expect(lost.reduce((sum, { count }) => sum + count, 0)).toBe(dropped.quota);
  const told = news.filter((item) => item.type === 'dropped').flatMap(({ ranges }) => ranges);
  // The even multiples of ten have the low tier.
  for (const [from, to] of told)
    for (let seq = from; seq <= to; seq++) expect(Math.floor((seq - 1) / perStep) % 2).toBe(1);
  outcome = { type: 'delivered', rejectedSeqs: [] };
  await service.flush();
  expect(service.accounting()).toMatchObject({ created: 200, delivered: queued, queued: 0 });
});

test('with a disk and memory that are full nothing is counted twice', async () => {
  store.putArrival = quotaExceeded;
  store.form = quotaExceeded;
  let clears = 0;
  store.removeExpired = async () =>
    clears++ === 0 ? [{ sid: `${sid}-gone`, seqs: [1, 2, 3], sendCount: 1 }] : [];
  await start(store);
  outcome = {
    type: 'failed',
    reason: 'down',
    retryAfterMs: null,
    isUnreached: true,
    isDoubtful: true,
  };
  for (let step = 0; step < 20; step++) {
    const payload = { text: 'x'.repeat(40_000) };
    await service.log(entries(step * 10 + 1, step * 10 + 10, { payload }));
    expect(stored.at(-1)).toMatchObject({ isDurable: false });
    await service.flush();
    expect(balance(service.accounting())).toBe(0);
  }
  expect(lost[0]).toEqual({ reason: 'expired', count: 3, isOwn: false, sendCount: 1 });
  const { dropped } = service.accounting();
  expect(dropped).toMatchObject({ expired: 0 });
  expect(lost.slice(1).every(({ reason, isOwn }) => reason === 'quota' && isOwn)).toBe(true);
  expect(lost.slice(1).reduce((sum, { count }) => sum + count, 0)).toBe(dropped.quota);
});

describe('requests of a document that is gone', () => {
  const draft = makeDraft(makeEvents(3), { sid: `${sid}-gone`, timestamp: 1_000_000 });

  test('are reported as lost when the intake refuses them, but do not count for this document', async () => {
    await store.form(draft);
    await start(store);
    outcome = { type: 'rejected', reason: '403' };
    await clock.advanceAsync(60_000);
    expect(lost).toEqual([{ reason: 'rejected', count: 3, isOwn: false, sendCount: 2 }]);
    expect(news.filter((item) => 'ranges' in item)).toEqual([]);
    expect(service.accounting()).toMatchObject({ created: 0, dropped: { rejected: 0 } });
  });

  test('are reported as lost only for the events that the intake refuses', async () => {
    await store.form(draft);
    outcome = { type: 'delivered', rejectedSeqs: [2] };
    await start(store);
    await settlePromises();
    expect(lost).toEqual([{ reason: 'rejected', count: 1, isOwn: false, sendCount: 1 }]);
    expect(service.accounting()).toMatchObject({ created: 0, delivered: 0 });
  });

  test('are reported as lost, unsent, when they are older than 30 days', async () => {
    await store.form({ ...draft, timestamp: clock.now() - queueLimits.expiryMs - 1 });
    await start(store);
    await settlePromises();
    expect(lost).toEqual([{ reason: 'expired', count: 3, isOwn: false, sendCount: 1 }]);
  });
});

test('a request of this document that could not be recovered is still acknowledged on delivery', async () => {
  await store.form(makeDraft(makeEvents(2)));
  store.recover = quotaExceeded;
  await start(store);
  await settlePromises();
  expect(news).toEqual([{ type: 'delivered', ranges: [[1, 2]] }]);
  expect(service.accounting()).toMatchObject({ created: 2, delivered: 2, queued: 0 });
});

test('a recovered request of this document is queued, and the page’s replay does not store its events again', async () => {
  outcome = failed('offline');
  const row = newRequest(makeDraft(makeEvents(2), { timestamp: clock.now() }));
  store.recover = async () => ({ arrivals: [], requests: [{ ...row, id: 1 }] });
  store.seqsOf = async () => [1, 2];
  await start(store);
  expect(service.accounting()).toMatchObject({ created: 2, queued: 2 });
  await service.log(entries(1, 3));
  expect(records).toEqual([[3]]);
  expect(service.accounting()).toMatchObject({ created: 3, queued: 3 });
});

test('without a durable store there is no second recovery', async () => {
  await start(null);
  expect(clock.timerCount).toBe(0);
  await service.log(entries(1, 1));
  expect(service.accounting()).toMatchObject({ created: 1, queued: 1 });
});

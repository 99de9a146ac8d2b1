import { deleteDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queueLimits } from '../../shared/limits/queue-limits.ts';
import { pageClock } from '../../src/page/page-clock.ts';
import { createDurableStore } from '../../worker/events/queue/durable-store.ts';
import { openLogDatabase } from '../../worker/events/queue/log-database.ts';
import type { Adoption, DurableStore, RowAdoption } from '../../worker/events/queue/queue-store.ts';
import type { RemovalReason } from '../../worker/events/queue/read-rows.ts';
import { createRowAdoption } from '../../worker/events/queue/row-adoption.ts';
import {
  type ArrivalRow,
  type RequestDraft,
  requestTo,
} from '../../worker/events/queue/stored-rows.ts';
import { connectDatabase } from '../../worker/storage/data/database-connection.ts';
import { endServices, newSid, readStore, seqsFrom, withStore } from './run-services.ts';

const context = { client: { clientName: 'browser-test', clientVersion: '1', hl: 'en' } };
let store: DurableStore & RowAdoption;
let sid: string;
let removed: [reason: string, rowCount: number][];

beforeEach(async () => {
  sid = newSid();
  removed = [];
  const deps = {
    connection: connectDatabase(openLogDatabase, pageClock),
    newId: newSid,
    onRemoved: (reason: RemovalReason, rowCount: number) => removed.push([reason, rowCount]),
  };
  store = { ...createDurableStore(deps), ...createRowAdoption(deps) };
});
afterEach(async () => {
  store.close();
  await endServices();
});

const makeEvents = (from: number, to: number) =>
  seqsFrom(from, to).map((seq) => ({
    seq,
    tier: 100 as const,
    endpoint: 'log_event' as const,
    json: `{"seq":${seq}}`,
  }));

function arrival(from: number, to: number, storedMs = 0): ArrivalRow {
  return { sid, lastSeq: to, context, storedMs, events: makeEvents(from, to) };
}

function draft(from: number, to: number): RequestDraft {
  const events = makeEvents(from, to);
  return {
    sid,
    owner: sid,
    ...requestTo('log_event'),
    context,
    events,
    clientEventId: 'id',
    timestamp: 0,
  };
}

function adoption(to: string, other: Partial<Adoption> = {}): Adoption {
  return { from: sid, to, untilMs: Number.POSITIVE_INFINITY, nowMs: 0, maxCount: 50, ...other };
}

test('a request that cannot be written leaves its events in the arrivals', async () => {
  await store.putArrival(arrival(1, 10));
  const uncloneable = { ...draft(1, 10), clientEventId: (() => {}) as unknown as string };
  await expect(store.seal(uncloneable)).rejects.toThrow(/could not be cloned/);
  expect(await readStore(sid)).toEqual({ arrivals: seqsFrom(1, 10), requests: [] });
});

test('a record never replaces one that holds other events', async () => {
  await store.putArrival(arrival(1, 32));
  // After a worker that could not read its predecessor's store, the page sends unacknowledged
  // events in other groups.
  await expect(store.putArrival(arrival(17, 32))).rejects.toThrow();
  expect(await readStore(sid)).toEqual({ arrivals: seqsFrom(1, 32), requests: [] });
});

test('if removing the events from the arrivals fails, no request is created', async () => {
  await store.putArrival(arrival(1, 10));
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  try {
    await expect(store.seal(draft(1, 5))).rejects.toThrow('full');
  } finally {
    IDBObjectStore.prototype.put = put;
  }
  expect(await readStore(sid)).toEqual({ arrivals: seqsFrom(1, 10), requests: [] });
});

test('forming a request trims the records that hold its events, and removes records that become empty', async () => {
  for (const row of [arrival(1, 32), arrival(33, 64), arrival(65, 96), arrival(97, 128)])
    await store.putArrival(row);
  await store.seal(draft(33, 100));
  expect(await readStore(sid)).toEqual({
    arrivals: [...seqsFrom(1, 32), ...seqsFrom(101, 128)],
    requests: seqsFrom(33, 100),
  });
  expect(await withStore((db) => db.count('arrivals'))).toBe(2);
});

test('a request is claimed once, the oldest first [spec-4.11]', async () => {
  await store.seal(draft(1, 1));
  await store.seal(draft(2, 2));
  const claims = await Promise.all([store.claim(sid, 0), store.claim(sid, 0), store.claim(sid, 0)]);
  expect(claims.map((row) => row?.events[0]?.seq)).toEqual([1, 2, undefined]);
  expect(await store.claim(newSid(), 0)).toBeNull();
});

test('a released request goes behind all others, with its counts [spec-3.59]', async () => {
  await store.seal(draft(1, 1));
  await store.seal(draft(2, 2));
  const row = await store.claim(sid, 1);
  if (row !== null) await store.release({ ...row, rejectionCount: 1 }, 1);
  expect(await store.claim(sid, 2)).toMatchObject({ events: [{ seq: 2 }] });
  expect(await store.claim(sid, 2)).toMatchObject({
    id: row?.id,
    sendCount: 2,
    rejectionCount: 1,
    status: 'QUEUED',
  });
});

test('a request in flight is claimed again after 120 s, not earlier [spec-4.37, spec-9.25]', async () => {
  await store.seal(draft(1, 1));
  await store.claim(sid, 1_000);
  expect(await store.claim(sid, 121_000)).toBeNull();
  expect(await store.claim(sid, 121_001)).toMatchObject({ sendCount: 2 });
});

test('a request in flight when its worker ended may have been stored, even if released since', async () => {
  await store.seal(draft(1, 5));
  expect(await store.claim(sid, 0)).toMatchObject({ isDoubtful: false });
  const again = await store.claim(sid, 120_001);
  expect(again).toMatchObject({ isDoubtful: true });
  if (again !== null) await store.release(again, 120_002);
  expect(await store.claim(sid, 120_003)).toMatchObject({ isDoubtful: true });
});

test('a request that another document has adopted meanwhile is not taken back', async () => {
  const other = newSid();
  await store.seal(draft(1, 1));
  const row = await store.claim(sid, 0);
  expect(await store.adopt(adoption(other))).toEqual({ requestCount: 1, rowCount: 1 });
  if (row !== null) await store.release(row, 0);
  expect(await store.claim(sid, 0)).toBeNull();
  expect(await store.claim(other, 0)).toMatchObject({ id: row?.id, owner: other, sid });
});

test('a request that failed last stays last with its new owner', async () => {
  const other = newSid();
  for (const seq of [1, 2, 3]) await store.seal(draft(seq, seq));
  const row = await store.claim(sid, 1);
  if (row !== null) await store.release(row, 1);
  await store.adopt(adoption(other, { nowMs: 9 }));
  const claims = [
    await store.claim(other, 99),
    await store.claim(other, 99),
    await store.claim(other, 99),
  ];
  expect(claims.map((claim) => claim?.events[0]?.seq)).toEqual([2, 3, 1]);
});

test('a long backlog is adopted in pieces, and no event is in two', async () => {
  const other = newSid();
  for (const seq of [1, 2, 3]) await store.seal(draft(seq, seq));
  for (const seq of [4, 5, 6]) await store.putArrival(arrival(seq, seq));
  expect(await store.adopt(adoption(other, { maxCount: 2 }))).toEqual({
    requestCount: 2,
    rowCount: 2,
  });
  // The arrivals of one piece become one batch.
  expect(await store.adopt(adoption(other, { maxCount: 3 }))).toEqual({
    requestCount: 2,
    rowCount: 3,
  });
  expect(await store.adopt(adoption(other, { maxCount: 3 }))).toEqual({
    requestCount: 1,
    rowCount: 1,
  });
  expect(await store.owners()).toEqual([other]);
  expect(await readStore(sid)).toEqual({ arrivals: [], requests: seqsFrom(1, 6) });
});

test('expired rows are removed and counted instead of adopted, whatever else they contain [spec-3.58, spec-9.24]', async () => {
  const other = newSid();
  const nowMs = 30 * 24 * 60 * 60_000 + 1;
  await store.seal(draft(1, 1));
  await store.seal({ ...draft(2, 2), timestamp: 1 });
  await store.putArrival(arrival(3, 3));
  await store.putArrival(arrival(4, 4, 1));
  await withStore((db) =>
    db.put('requests', { owner: sid, status: 'NEW', statusSinceMs: 0, timestamp: 0 }),
  );
  expect(await store.adopt(adoption(other, { nowMs }))).toEqual({ requestCount: 2, rowCount: 5 });
  expect(removed).toEqual([['expired', 3]]);
  expect(await readStore(sid)).toEqual({ arrivals: [], requests: [2, 4] });
});

test('a recently active document keeps all its rows', async () => {
  const nowMs = 200_000;
  const untilMs = nowMs - queueLimits.retryExpiryMs;
  for (const seq of [1, 2]) await store.seal(draft(seq, seq));
  await store.putArrival(arrival(3, 3));
  const row = await store.claim(sid, untilMs + 1);
  const other = newSid();
  const nothing = { requestCount: 0, rowCount: 0 };
  expect(await store.adopt(adoption(other, { untilMs, nowMs }))).toEqual(nothing);
  if (row !== null) await store.remove(row);
  await store.putArrival(arrival(4, 4, untilMs + 1));
  expect(await store.adopt(adoption(other, { untilMs, nowMs }))).toEqual(nothing);
  expect(
    await store.adopt(adoption(other, { untilMs: untilMs + 1, nowMs: nowMs + 1 })),
  ).toMatchObject({
    rowCount: 3,
  });
});

test('rows from before the clock was set back count as abandoned, like old ones', async () => {
  await store.seal({ ...draft(1, 1), timestamp: queueLimits.expiryMs });
  await store.putArrival(arrival(2, 2, queueLimits.expiryMs));
  const nowMs = 200_000;
  const untilMs = nowMs - queueLimits.retryExpiryMs;
  expect(await store.adopt(adoption(newSid(), { untilMs, nowMs }))).toMatchObject({ rowCount: 2 });
});

test('a document’s own requests and those in flight stay with it, even if they have expired', async () => {
  const owner = newSid();
  for (const seq of [1, 2, 3]) await store.seal({ ...draft(seq, seq), owner });
  await store.seal({ ...draft(4, 4), sid: owner, owner });
  await store.seal({ ...draft(5, 5), owner, timestamp: 1 });
  const nowMs = queueLimits.expiryMs + 1;
  expect(await store.claim(owner, 0)).toMatchObject({ events: [{ seq: 1 }] });
  expect(await store.removeExpired(owner, nowMs)).toEqual([
    { sid, seqs: [2], sendCount: 0 },
    { sid, seqs: [3], sendCount: 0 },
  ]);
  expect(await store.removeExpired(owner, nowMs)).toEqual([]);
  expect((await readStore(sid)).requests).toEqual([1, 5]);
  expect((await readStore(owner)).requests).toEqual([4]);
});

test('a request whose store was cleared during its flight is stored again when it fails', async () => {
  await store.seal(draft(1, 3));
  const row = await store.claim(sid, 0);
  await deleteDB('offstage-logs');
  if (row !== null) await store.release(row, 1);
  expect(await store.claim(sid, 2)).toMatchObject({
    events: [{ seq: 1 }, { seq: 2 }, { seq: 3 }],
    sendCount: 2,
  });
});

test.each(['release', 'remove'] as const)(
  'the %s of a request whose store was cleared leaves the request that now has its id',
  async (name) => {
    await store.seal({ ...draft(1, 3), clientEventId: 'old' });
    const row = await store.claim(sid, 0);
    await deleteDB('offstage-logs');
    await store.seal({ ...draft(4, 6), clientEventId: 'new' });
    expect(await withStore((db) => db.getAllKeys('requests'))).toEqual([row?.id]);
    if (row !== null) await store[name](row, 1);
    expect((await readStore(sid)).requests).toEqual(
      name === 'release' ? seqsFrom(1, 6) : [4, 5, 6],
    );
  },
);

test('every write uses the platform’s strictest durability', async () => {
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction');
  try {
    await store.putArrival(arrival(1, 1));
    await store.seal(draft(1, 1));
    expect(spy.mock.calls.map(([, , options]) => options)).toEqual([
      { durability: 'strict' },
      { durability: 'strict' },
    ]);
  } finally {
    spy.mockRestore();
  }
});

test('malformed rows are counted when removed', async () => {
  await store.seal(draft(1, 1));
  await withStore(async (db) => {
    await db.put('requests', { owner: sid, status: 'NEW' });
    await db.put('requests', { nothing: true });
    await db.put('arrivals', { sid, lastSeq: 9, events: 'none' });
    await db.put('arrivals', { sid: 'short', lastSeq: 1 });
  });
  expect(await store.owners()).toEqual([sid]);
  await store.recover(sid, 0);
  expect(removed.reduce((sum, [, rowCount]) => sum + rowCount, 0)).toBe(4);
  expect(await readStore(sid)).toEqual({ arrivals: [], requests: [1] });
});

test('a connection that the browser closed without an event is opened again', async () => {
  let opened = 0;
  const connection = connectDatabase(async (onClosed) => {
    const db = await openLogDatabase(onClosed);
    opened++;
    if (opened !== 2) db.close();
    return db;
  }, pageClock);
  const reopening = createDurableStore({ connection, onRemoved: () => {} });
  await reopening.putArrival(arrival(1, 3));
  expect(opened).toBe(2);
  reopening.close();
  await expect(reopening.putArrival(arrival(4, 6))).rejects.toThrow('has been closed');
  expect(opened).toBe(2);
  expect(await readStore(sid)).toEqual({ arrivals: [1, 2, 3], requests: [] });
});

test('reopening finds the stored events', async () => {
  await store.putArrival(arrival(1, 3));
  store.close();
  const next = createDurableStore({
    connection: connectDatabase(openLogDatabase, pageClock),
    onRemoved: () => {},
  });
  expect((await next.recover(sid, 0)).arrivals).toEqual([arrival(1, 3)]);
  next.close();
});

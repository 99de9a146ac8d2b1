import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectDatabase } from '../../worker/queue/database-connection.ts';
import { createDurableStore } from '../../worker/queue/durable-store.ts';
import { openLogDatabase } from '../../worker/queue/log-database.ts';
import type { DurableStore } from '../../worker/queue/queue-store.ts';
import type { ArrivalRow, RequestDraft } from '../../worker/queue/stored-rows.ts';
import { endServices, newSid, readStore, seqsFrom, withStore } from './run-services.ts';

const context = { client: { clientName: 'browser-test', clientVersion: '1', hl: 'en' } };
let store: DurableStore;
let sid: string;

beforeEach(async () => {
  sid = newSid();
  store = createDurableStore({ connection: await connectDatabase(openLogDatabase), newId: newSid });
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
  return { sid, owner: sid, endpoint: 'log_event', context, events, clientEventId: 'id', timestampMs: 0 };
}

test('a request that cannot be written leaves its events where they were', async () => {
  await store.putArrival(arrival(1, 10));
  const uncloneable = { ...draft(1, 10), clientEventId: (() => {}) as unknown as string };
  await expect(store.form(uncloneable)).rejects.toThrow(/could not be cloned/);
  expect(await readStore(sid)).toEqual({ arrivals: seqsFrom(1, 10), requests: [] });
});

test('if the events cannot be taken out of the arrivals there is no request either', async () => {
  await store.putArrival(arrival(1, 10));
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  try {
    await expect(store.form(draft(1, 5))).rejects.toThrow('full');
  } finally {
    IDBObjectStore.prototype.put = put;
  }
  expect(await readStore(sid)).toEqual({ arrivals: seqsFrom(1, 10), requests: [] });
});

test('forming a request trims the records that hold its events, and removes those that hold no other', async () => {
  for (const row of [arrival(1, 32), arrival(33, 64), arrival(65, 96), arrival(97, 128)])
    await store.putArrival(row);
  await store.form(draft(33, 100));
  expect(await readStore(sid)).toEqual({
    arrivals: [...seqsFrom(1, 32), ...seqsFrom(101, 128)],
    requests: seqsFrom(33, 100),
  });
  expect(await withStore((db) => db.count('arrivals'))).toBe(2);
});

test('a request is claimed once, the oldest first', async () => {
  await store.form(draft(1, 1));
  await store.form(draft(2, 2));
  const claims = await Promise.all([store.claim(sid, 0), store.claim(sid, 0), store.claim(sid, 0)]);
  expect(claims.map((row) => row?.events[0]?.seq)).toEqual([1, 2, undefined]);
  expect(await store.claim(newSid(), 0)).toBeNull();
});

test('a released request is the next to be claimed again, with its counts', async () => {
  await store.form(draft(1, 1));
  await store.form(draft(2, 2));
  const row = await store.claim(sid, 0);
  if (row !== null) await store.release({ ...row, rejectionCount: 1 }, 0);
  expect(await store.claim(sid, 0)).toMatchObject({
    id: row?.id,
    sendCount: 2,
    rejectionCount: 1,
    status: 'QUEUED',
  });
});

test('a request in flight for 120 s is claimed again, not earlier', async () => {
  await store.form(draft(1, 1));
  await store.claim(sid, 1_000);
  expect(await store.claim(sid, 121_000)).toBeNull();
  expect(await store.claim(sid, 121_001)).toMatchObject({ sendCount: 2 });
});

test('a request that somebody else took up meanwhile is not taken back', async () => {
  const other = newSid();
  await store.form(draft(1, 1));
  const row = await store.claim(sid, 0);
  expect(await store.adopt(sid, other, Number.POSITIVE_INFINITY, 0)).toBe(1);
  if (row !== null) await store.release(row, 0);
  expect(await store.claim(sid, 0)).toBeNull();
  expect(await store.claim(other, 0)).toMatchObject({ id: row?.id, owner: other, sid });
});

test('malformed rows are counted as they are removed', async () => {
  await store.form(draft(1, 1));
  await withStore(async (db) => {
    await db.put('requests', { owner: sid, status: 'NEW' });
    await db.put('requests', { nothing: true });
    await db.put('arrivals', { sid, lastSeq: 9, events: 'none' });
    await db.put('arrivals', { sid: 'short', lastSeq: 1 });
  });
  expect(await store.owners()).toEqual([sid]);
  await store.recover(sid, 0);
  expect(store.malformedCount).toBe(4);
  expect(await readStore(sid)).toEqual({ arrivals: [], requests: [1] });
});

test('a connection that the browser closed without a word is opened again, once for each piece of work', async () => {
  let opened = 0;
  const connection = await connectDatabase(async (onClosed) => {
    const db = await openLogDatabase(onClosed);
    opened++;
    if (opened !== 2) db.close();
    return db;
  });
  const reopening = createDurableStore({ connection, newId: newSid });
  await reopening.putArrival(arrival(1, 3));
  expect(opened).toBe(2);
  reopening.close();
  await expect(reopening.putArrival(arrival(4, 6))).rejects.toThrow('closing');
  expect(opened).toBe(4);
  expect(await readStore(sid)).toEqual({ arrivals: [1, 2, 3], requests: [] });
});

test('opening again finds what was stored', async () => {
  await store.putArrival(arrival(1, 3));
  store.close();
  store = createDurableStore({ connection: await connectDatabase(openLogDatabase), newId: newSid });
  expect((await store.recover(sid, 0)).arrivals).toEqual([arrival(1, 3)]);
});

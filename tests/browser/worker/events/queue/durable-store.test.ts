import { deleteDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageClock } from '../../../../../src/page/page-clock.ts';
import { createDurableStore } from '../../../../../worker/events/queue/durable-store.ts';
import { openLogDatabase } from '../../../../../worker/events/queue/log-database.ts';
import { connectDatabase } from '../../../../../worker/storage/data/database-connection.ts';
import { newSid, readStore, seqsFrom, withStore } from '../../../run-services.ts';
import { arrival, draft, endScene, scene, startScene } from './durable-store-scene.ts';

beforeEach(startScene);
afterEach(endScene);

test('a request that cannot be written leaves its events in the arrivals', async () => {
  await scene.store.putArrival(arrival(1, 10));
  const uncloneable = { ...draft(1, 10), clientEventId: (() => {}) as unknown as string };
  await expect(scene.store.seal([uncloneable])).rejects.toThrow(/could not be cloned/);
  expect(await readStore(scene.sid)).toEqual({ arrivals: seqsFrom(1, 10), requests: [] });
});

test('a record never replaces one that holds other events', async () => {
  await scene.store.putArrival(arrival(1, 32));
  // After a worker that could not read its predecessor's store, the page sends unacknowledged
  // events in other groups.
  await expect(scene.store.putArrival(arrival(17, 32))).rejects.toThrow();
  expect(await readStore(scene.sid)).toEqual({ arrivals: seqsFrom(1, 32), requests: [] });
});

test('if removing the events from the arrivals fails, no request is created', async () => {
  await scene.store.putArrival(arrival(1, 10));
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  try {
    await expect(scene.store.seal([draft(1, 5)])).rejects.toThrow('full');
  } finally {
    IDBObjectStore.prototype.put = put;
  }
  expect(await readStore(scene.sid)).toEqual({ arrivals: seqsFrom(1, 10), requests: [] });
});

test('forming a request trims the records that hold its events, and removes records that become empty', async () => {
  for (const row of [arrival(1, 32), arrival(33, 64), arrival(65, 96), arrival(97, 128)])
    await scene.store.putArrival(row);
  await scene.store.seal([draft(33, 100)]);
  expect(await readStore(scene.sid)).toEqual({
    arrivals: [...seqsFrom(1, 32), ...seqsFrom(101, 128)],
    requests: seqsFrom(33, 100),
  });
  expect(await withStore((db) => db.count('arrivals'))).toBe(2);
});

test('of several batches all become requests, or none and their events stay in the arrivals', async () => {
  await scene.store.putArrival(arrival(1, 30));
  const uncloneable = { ...draft(11, 20), clientEventId: (() => {}) as unknown as string };
  await expect(scene.store.seal([draft(1, 10), uncloneable])).rejects.toThrow();
  expect(await readStore(scene.sid)).toEqual({ arrivals: seqsFrom(1, 30), requests: [] });
  await scene.store.seal([draft(1, 10), draft(11, 20)]);
  expect(await readStore(scene.sid)).toEqual({
    arrivals: seqsFrom(21, 30),
    requests: seqsFrom(1, 20),
  });
});

test('a request is claimed once, the oldest first [spec-4.11]', async () => {
  await scene.store.seal([draft(1, 1)]);
  await scene.store.seal([draft(2, 2)]);
  const claims = await Promise.all([
    scene.store.claim(scene.sid, 0),
    scene.store.claim(scene.sid, 0),
    scene.store.claim(scene.sid, 0),
  ]);
  expect(claims.map((row) => row?.events[0]?.seq)).toEqual([1, 2, undefined]);
  expect(await scene.store.claim(newSid(), 0)).toBeNull();
});

test('a group has the requests that have waited longest, up to its size, and leaves with the next', async () => {
  for (const seq of [1, 2, 3]) await scene.store.seal([draft(seq, seq)]);
  const group = await scene.store.lease(scene.sid, 1, 2, []);
  expect(group.map((row) => row.events[0]?.seq)).toEqual([1, 2]);
  expect((await readStore(scene.sid)).requests).toEqual([1, 2, 3]);
  expect(await scene.store.lease(scene.sid, 1, 10, group)).toMatchObject([
    { events: [{ seq: 3 }] },
  ]);
  expect((await readStore(scene.sid)).requests).toEqual([3]);
});

test('a released request goes behind all others, with its counts [spec-3.59]', async () => {
  await scene.store.seal([draft(1, 1)]);
  await scene.store.seal([draft(2, 2)]);
  const row = await scene.store.claim(scene.sid, 1);
  if (row !== null) await scene.store.release({ ...row, rejectionCount: 1 }, 1);
  expect(await scene.store.claim(scene.sid, 2)).toMatchObject({ events: [{ seq: 2 }] });
  expect(await scene.store.claim(scene.sid, 2)).toMatchObject({
    id: row?.id,
    sendCount: 2,
    rejectionCount: 1,
    status: 'QUEUED',
  });
});

test('a request in flight is claimed again after 120 s, not earlier [spec-4.37, spec-9.25]', async () => {
  await scene.store.seal([draft(1, 1)]);
  await scene.store.claim(scene.sid, 1_000);
  expect(await scene.store.claim(scene.sid, 121_000)).toBeNull();
  expect(await scene.store.claim(scene.sid, 121_001)).toMatchObject({ sendCount: 2 });
});

test('a request in flight when its worker ended may have been stored, even if released since', async () => {
  await scene.store.seal([draft(1, 5)]);
  expect(await scene.store.claim(scene.sid, 0)).toMatchObject({ isDoubtful: false });
  const again = await scene.store.claim(scene.sid, 120_001);
  expect(again).toMatchObject({ isDoubtful: true });
  if (again !== null) await scene.store.release(again, 120_002);
  expect(await scene.store.claim(scene.sid, 120_003)).toMatchObject({ isDoubtful: true });
});

test('a request whose store was cleared during its flight is stored again when it fails', async () => {
  await scene.store.seal([draft(1, 3)]);
  const row = await scene.store.claim(scene.sid, 0);
  await deleteDB('offstage-logs');
  if (row !== null) await scene.store.release(row, 1);
  expect(await scene.store.claim(scene.sid, 2)).toMatchObject({
    events: [{ seq: 1 }, { seq: 2 }, { seq: 3 }],
    sendCount: 2,
  });
});

test.each(['release', 'remove'] as const)(
  'the %s of a request whose store was cleared leaves the request that now has its id',
  async (name) => {
    await scene.store.seal([{ ...draft(1, 3), clientEventId: 'old' }]);
    const row = await scene.store.claim(scene.sid, 0);
    await deleteDB('offstage-logs');
    await scene.store.seal([{ ...draft(4, 6), clientEventId: 'new' }]);
    expect(await withStore((db) => db.getAllKeys('requests'))).toEqual([row?.id]);
    if (row !== null) await scene.store[name](row, 1);
    expect((await readStore(scene.sid)).requests).toEqual(
      name === 'release' ? seqsFrom(1, 6) : [4, 5, 6],
    );
  },
);

test('every write uses the platform’s strictest durability', async () => {
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction');
  try {
    await scene.store.putArrival(arrival(1, 1));
    await scene.store.seal([draft(1, 1)]);
    expect(spy.mock.calls.map(([, , options]) => options)).toEqual([
      { durability: 'strict' },
      { durability: 'strict' },
    ]);
  } finally {
    spy.mockRestore();
  }
});

test('malformed rows are counted when removed', async () => {
  await scene.store.seal([draft(1, 1)]);
  await withStore(async (db) => {
    await db.put('requests', { owner: scene.sid, status: 'NEW' });
    await db.put('requests', { nothing: true });
    await db.put('arrivals', { sid: scene.sid, lastSeq: 9, events: 'none' });
    await db.put('arrivals', { sid: 'short', lastSeq: 1 });
  });
  expect(await scene.store.owners()).toEqual([scene.sid]);
  await scene.store.recover(scene.sid, 0);
  expect(scene.removed.reduce((sum, [, rowCount]) => sum + rowCount, 0)).toBe(4);
  expect(await readStore(scene.sid)).toEqual({ arrivals: [], requests: [1] });
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
  expect(await readStore(scene.sid)).toEqual({ arrivals: [1, 2, 3], requests: [] });
});

test('reopening finds the stored events', async () => {
  await scene.store.putArrival(arrival(1, 3));
  scene.store.close();
  const next = createDurableStore({
    connection: connectDatabase(openLogDatabase, pageClock),
    onRemoved: () => {},
  });
  expect((await next.recover(scene.sid, 0)).arrivals).toEqual([arrival(1, 3)]);
  next.close();
});

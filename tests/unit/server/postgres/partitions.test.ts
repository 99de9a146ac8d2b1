import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { copyingProcess } from '../support/copy-process.ts';
import { testSid } from '../support/log-batches.ts';
import { createDatabase, type TestDatabase } from '../support/postgres-database.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openStore } from '../support/store-place.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const dayMs = 86_400_000;
const today = 20_000;
const noon = (today + 0.5) * dayMs;

async function openNew() {
  const database = await createDatabase();
  const options = { dataDir: tempDirectory(), postgres: database.hosts, replica: null };
  return { database, store: await openStore({ options }) };
}

const partsOf = async (database: TestDatabase) =>
  (
    await database.sql('SELECT tableoid::regclass::text AS part, sid, seq FROM events ORDER BY row')
  ).map(({ part, seq }) => [part, seq]);

const partitionsOf = async (database: TestDatabase) =>
  (
    await database.sql(
      "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'events'::regclass ORDER BY 1",
    )
  ).map(({ name }) => name);

test('partitions exist a week before their day, and an event lies in that of its document', async () => {
  const { database, store } = await openNew();
  await store.maintain({ nowMs: noon, keepDays: null });
  const days = Array.from({ length: 9 }, (_, index) => `events_day_${today - 1 + index}`);
  expect(await partitionsOf(database)).toEqual([...days, 'events_other']);
  await store.insertBatch(storeBatch([1], { receivedMs: noon }));
  // Sent the next day, but the document is of this one: the same event is recognized.
  expect(await store.insertBatch(storeBatch([1, 2], { receivedMs: noon + dayMs }))).toEqual({
    ok: true,
    value: { accepted: 1, duplicates: 1 },
  });
  expect(await partsOf(database)).toEqual([
    [`events_day_${today}`, 1],
    [`events_day_${today}`, 2],
  ]);
  await store.maintain({ nowMs: noon + 2 * dayMs, keepDays: null });
  expect(await partitionsOf(database)).toHaveLength(9 + 2 + 1);
});

test('a batch does not fail when a partition is missing, and its events move there later', async () => {
  const { database, store } = await openNew();
  expect(await store.insertBatch(storeBatch([1, 2], { receivedMs: noon }))).toMatchObject({
    ok: true,
  });
  expect(await partsOf(database)).toEqual([
    ['events_other', 1],
    ['events_other', 2],
  ]);
  await store.maintain({ nowMs: noon, keepDays: null });
  expect(await partsOf(database)).toEqual([
    [`events_day_${today}`, 1],
    [`events_day_${today}`, 2],
  ]);
  expect(await store.insertBatch(storeBatch([2, 3], { receivedMs: noon }))).toMatchObject({
    value: { accepted: 1, duplicates: 1 },
  });
  expect(await store.storedRanges(testSid, 1)).toMatchObject({ value: { stored: [[1, 3]] } });
});

test('no event is stored twice, whatever the program assumes', async () => {
  const { database, store } = await openNew();
  await store.maintain({ nowMs: noon, keepDays: null });
  await store.insertBatch(storeBatch([1], { receivedMs: noon }));
  await expect(
    database.sql(`INSERT INTO events (day, sid, seq, name, endpoint, event_time_ms, received_ms, client_event_id, context, payload)
      SELECT day, sid, seq, name, endpoint, event_time_ms, received_ms, client_event_id, context, payload FROM events`),
  ).rejects.toMatchObject({ code: '23505' });
});

test('old partitions are removed as a whole; a document that is still active keeps all events', async () => {
  const { database, store } = await openNew();
  await store.maintain({ nowMs: noon, keepDays: null });
  await store.insertBatch(storeBatch([1], { receivedMs: noon }));
  await store.insertBatch(storeBatch([1], { sid: 'lives-0123456789abcdef', receivedMs: noon }));
  await store.insertBatch(
    storeBatch([2], { sid: 'lives-0123456789abcdef', receivedMs: noon + 20 * dayMs }),
  );
  const later = noon + 40 * dayMs;
  await store.maintain({ nowMs: later, trustDateMs: later, keepDays: 31 });
  expect(await partsOf(database)).toEqual([
    [`events_day_${today + 40}`, 1],
    [`events_day_${today + 40}`, 2],
  ]);
  expect(await partitionsOf(database)).not.toContain(`events_day_${today}`);
  expect(await store.summary()).toMatchObject({
    events: 2,
    clients: 1,
    expired: { events: 1, clients: 1 },
  });
});

test('during a long read the maintenance gives up soon, and events are still stored', async () => {
  const { database, store } = await openNew();
  await store.maintain({ nowMs: noon, keepDays: null });
  const reader = new pg.Client(database.url);
  await reader.connect();
  onTestFinished(() => reader.end());
  await reader.query('BEGIN');
  await reader.query('SELECT count(*) FROM events');
  const maintained = store.maintain({
    nowMs: noon + 40 * dayMs,
    trustDateMs: noon + 40 * dayMs,
    keepDays: 31,
  });
  for (let seq = 1; seq <= 20; seq++)
    expect(
      await store.insertBatch(storeBatch([seq], { receivedMs: noon + 40 * dayMs })),
    ).toMatchObject({
      value: { accepted: 1 },
    });
  expect(await maintained).toMatchObject({ ok: false, error: { code: 'STORE_BUSY' } });
  await reader.query('COMMIT');
  expect(
    await store.maintain({
      nowMs: noon + 40 * dayMs,
      trustDateMs: noon + 40 * dayMs,
      keepDays: 31,
    }),
  ).toMatchObject({ ok: true });
  expect(await store.summary()).toMatchObject({ events: 20 });
});

test('no partition is made while a session reads the table: it could go on without that partition', async () => {
  const { database, store } = await openNew();
  const reader = new pg.Client(database.url);
  await reader.connect();
  onTestFinished(() => reader.end());
  await reader.query('BEGIN; LOCK TABLE ONLY events IN ACCESS SHARE MODE');
  const maintained = store.maintain({ nowMs: noon, keepDays: null });
  expect(await maintained).toMatchObject({ ok: false, error: { code: 'STORE_BUSY' } });
  expect(await partitionsOf(database)).toEqual(['events_other']);
  await reader.query('COMMIT');
  expect(await store.maintain({ nowMs: noon, keepDays: null })).toMatchObject({ ok: true });
  expect(await partitionsOf(database)).toHaveLength(10);
});

test('a document is read completely while its events move to a partition', async () => {
  const { database, store } = await openNew();
  await store.insertBatch(storeBatch([1, 3], { receivedMs: noon }));
  const reader = new pg.Client(database.url);
  await reader.connect();
  onTestFinished(() => reader.end());
  await reader.query('BEGIN; LOCK TABLE rejections IN ACCESS EXCLUSIVE MODE');
  const waiting = async () =>
    (
      await database.sql(
        "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      )
    ).length;
  // The read has its snapshot, and waits in the middle.
  const gaps = store.gaps.after(0, 10);
  await expect.poll(waiting).toBe(1);
  let isMoved = false;
  const moved = store.maintain({ nowMs: noon, keepDays: null }).then(() => {
    isMoved = true;
  });
  await expect.poll(async () => isMoved || (await waiting()) === 2).toBe(true);
  await reader.query('COMMIT');
  expect(await gaps).toMatchObject([{ stored: 2, missing: 1, ranges: [[2, 2]] }]);
  await moved;
});

test('a past day whose events have all been archived gives its disk space back, and takes events again', async () => {
  const { database, store } = await openNew();
  await store.maintain({ nowMs: noon, keepDays: null });
  const [old, late] = ['old', 'late'];
  const seqs = Array.from({ length: 1_500 }, (_, index) => index + 1);
  for (let from = 0; from < seqs.length; from += 500)
    await store.insertBatch(
      storeBatch(seqs.slice(from, from + 500), { sid: old, receivedMs: noon }),
    );
  await store.insertBatch(storeBatch([1], { sid: late, receivedMs: noon }));
  const bytesOf = async () => {
    const [row] = await database.sql(
      `SELECT pg_total_relation_size('events_day_${today}') AS bytes`,
    );
    return Number(row?.bytes);
  };
  const archiving = copyingProcess(store);
  const archive = async (beforeMs: number, nowMs: number) => {
    while ((await archiving.archiveStep(beforeMs, { nowMs })).state === 'elsewhere')
      await archiving.step();
    for (let count = 1; count > 0; ) {
      const result = await archiving.archiveStep(beforeMs, { nowMs });
      count = result.state === 'archived' ? result.count : 0;
    }
  };
  const tomorrow = noon + dayMs;
  await store.insertBatch(storeBatch([2], { sid: late, receivedMs: tomorrow }));
  await archive(tomorrow, tomorrow);
  expect(await partsOf(database)).toEqual([[`events_day_${today}`, 2]]);
  const before = await bytesOf();
  // One event of a document of that day is still there.
  await store.maintain({ nowMs: tomorrow, keepDays: null });
  expect(await bytesOf()).toBe(before);
  await archive(tomorrow + 1, tomorrow + 2);
  await store.maintain({ nowMs: tomorrow, keepDays: null });
  expect(await bytesOf()).toBeLessThan(before / 2);
  expect(await store.insertBatch(storeBatch([1, 2, 3], { sid: late }))).toMatchObject({
    value: { accepted: 1, duplicates: 2 },
  });
});

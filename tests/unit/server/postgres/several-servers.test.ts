import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { EventStore } from '../../../../server/store/event-store.ts';
import { openPostgresStore } from '../../../../server/store/postgres/open-postgres-store.ts';
import { postgresMigrations } from '../../../../server/store/postgres/postgres-migrations.ts';
import { createDatabase, type TestDatabase } from '../support/postgres-database.ts';
import { storeBatch } from '../support/store-batches.ts';
import { storedError } from '../support/stored-error.ts';

async function openOn({ hosts }: TestDatabase): Promise<EventStore> {
  const opened = await openPostgresStore(hosts, { warn: () => {} });
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => opened.value.close());
  return opened.value;
}

test('of servers that start at once on an empty database one creates the store, and all use it', async () => {
  const database = await createDatabase();
  const stores = await Promise.all(Array.from({ length: 4 }, () => openOn(database)));
  for (const [index, store] of stores.entries())
    expect(await store.insertBatch(storeBatch([index + 1]))).toMatchObject({
      value: { accepted: 1 },
    });
  expect(await database.sql('SELECT version FROM store_version')).toEqual([
    { version: postgresMigrations.length },
  ]);
});

test('a store of a later version is refused and unchanged', async () => {
  const database = await createDatabase();
  await (await openOn(database)).close();
  await database.sql('UPDATE store_version SET version = 99');
  const [host] = database.hosts;
  expect(await openPostgresStore(database.hosts, { warn: () => {} })).toEqual({
    ok: false,
    error: {
      code: 'STORE_NEWER',
      message: `The event store in PostgreSQL ${host?.name} has version 99, but this program supports versions up to ${postgresMigrations.length}; start the newer program, or choose another database with --store.`,
    },
  });
  expect(await database.sql('SELECT version FROM store_version')).toEqual([{ version: 99 }]);
});

test('a failed upgrade leaves the database unchanged', async () => {
  const database = await createDatabase();
  await database.sql('CREATE TABLE provider_log (in_the_way integer)');
  const sentences: string[] = [];
  const opened = await openPostgresStore(database.hosts, {
    warn: (sentence) => sentences.push(sentence),
  });
  if (!opened.ok) throw new Error(opened.error.message);
  await opened.value.close();
  expect(sentences).toMatchObject([expect.stringContaining('provider_log')]);
  expect(
    await database.sql("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"),
  ).toEqual([{ relname: 'provider_log' }]);
});

test('batches with the same events through two servers at once store and count each event once', async () => {
  const database = await createDatabase();
  const stores = await Promise.all([openOn(database), openOn(database)]);
  const maintained = Promise.all(stores.map((store) => store.maintain({ nowMs: 5, keepDays: 31 })));
  const sids = Array.from({ length: 6 }, (_, index) => `document-${index}-0123456789`);
  const sending = [];
  for (let round = 0; round < 30; round++)
    // In another order on each, overlapping with earlier batches.
    for (const [index, store] of stores.entries())
      for (const sid of index === 0 ? sids : sids.toReversed())
        sending.push(store.insertBatch(storeBatch([round + 1, round + 2, round + 3], { sid })));
  const counts = { accepted: 0, duplicates: 0 };
  for (const result of await Promise.all(sending)) {
    if (!result.ok) throw new Error(result.error.message);
    counts.accepted += result.value.accepted;
    counts.duplicates += result.value.duplicates;
  }
  await maintained;
  expect(counts).toEqual({ accepted: 6 * 32, duplicates: 2 * 6 * 30 * 3 - 6 * 32 });
  const [stored] = await database.sql(
    'SELECT count(*) AS events, count(DISTINCT (sid, seq)) AS ids FROM events',
  );
  expect(stored).toEqual({ events: 6 * 32, ids: 6 * 32 });
  for (const store of stores)
    expect(await store.summary()).toEqual({
      events: counts.accepted,
      batches: 360,
      duplicates: counts.duplicates,
      rejected: 0,
      bytes: 3_600,
      clients: 6,
      missing: 0,
      expired: { events: 0, clients: 0, missing: 0 },
    });
  expect(
    await database.sql('SELECT DISTINCT highest_seq, stored_count, missing FROM clients'),
  ).toEqual([{ highest_seq: 32, stored_count: 32, missing: 0 }]);
});

test('an error reported to two servers at once is one error, and each report counts', async () => {
  const database = await createDatabase();
  const stores = await Promise.all([openOn(database), openOn(database)]);
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      stores[n % 2]?.insertError(storedError({ id: `${n}` }), n),
    ),
  );
  expect(results.filter((result) => !result?.ok)).toEqual([]);
  expect(await stores[0]?.errors.after(0, 10)).toMatchObject([{ count: 20 }]);
});

test('changes by viewers through two servers at once add up', async () => {
  const database = await createDatabase();
  const stores = await Promise.all([openOn(database), openOn(database)]);
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      stores[n % 2]?.viewers.setPreference({
        viewer: 'ann',
        fields: { params: 'UC1', secondaryParams: n % 2 === 0 ? 'ALL' : 'NONE' },
        nowMs: n,
        canAdd: () => true,
      }),
    ),
  );
  const versions = results.map((result) => (result?.ok ? result.value.version : 0));
  expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  expect(await database.sql('SELECT count(*) AS rows FROM notification_preferences')).toEqual([
    { rows: 1 },
  ]);
});

test('a feed is read up to where it is complete: a writer that commits late is not skipped', async () => {
  const database = await createDatabase();
  const store = await openOn(database);
  await store.insertBatch(storeBatch([1]));
  const late = new pg.Client(database.url);
  await late.connect();
  onTestFinished(() => late.end());
  // Another server's open transaction.
  await late.query('BEGIN');
  await late.query(
    `SELECT pg_advisory_xact_lock_shared(${0x0ff5n << 48n} + last_value) FROM feed_rows`,
  );
  await late.query(`INSERT INTO events (day, sid, seq, name, endpoint, event_time_ms, received_ms, client_event_id, context, payload)
    VALUES (0, 'late-0123456789abcdef', 7, 'n', 'log_event', 1, 1, 'id', '{}', '{}')`);
  expect(await store.insertBatch(storeBatch([2]))).toMatchObject({ value: { accepted: 1 } });
  expect((await store.events.after(0, 10)).map(({ seq }) => seq)).toEqual([1]);
  expect(await store.summary()).toMatchObject({ events: 2 });
  await late.query('COMMIT');
  expect((await store.events.after(0, 10)).map(({ seq }) => seq)).toEqual([1, 7, 2]);
});

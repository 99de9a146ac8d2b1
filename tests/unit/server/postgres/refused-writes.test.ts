import { expect, test } from 'vitest';
import { createDatabase } from '../support/postgres-database.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithLimits } from './open-with-limits.ts';

test('on a full disk no event is acknowledged, and events that arrive later are stored', async () => {
  const database = await createDatabase();
  const { store, sentences } = await openWithLimits(database.url, {});
  await store.insertBatch(storeBatch([1]));
  // PostgreSQL's own error, without a full disk.
  await database.sql(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`);
  await database.sql(
    'CREATE TRIGGER full_disk BEFORE INSERT ON events_other FOR EACH ROW EXECUTE FUNCTION no_room()',
  );
  expect(
    await Promise.all([store.insertBatch(storeBatch([2])), store.insertBatch(storeBatch([3]))]),
  ).toMatchObject([{ error: { code: 'STORE_FULL' } }, { error: { code: 'STORE_FULL' } }]);
  expect(await store.summary()).toMatchObject({ events: 1, batches: 1 });
  await database.sql('DROP TRIGGER full_disk ON events_other');
  expect(await store.insertBatch(storeBatch([2, 3]))).toMatchObject({ value: { accepted: 2 } });
  expect(sentences).toEqual([]);
});

test('a batch that the database refuses does not affect others of its group', async () => {
  const database = await createDatabase();
  const { store } = await openWithLimits(database.url, {});
  await database.sql("ALTER TABLE events ADD CHECK (name <> 'refused')");
  const bad = storeBatch([5]);
  const results = await Promise.allSettled([
    store.insertBatch(storeBatch([1, 2])),
    store.insertBatch({
      ...bad,
      events: bad.events.map((event) => ({ ...event, name: 'refused' })),
    }),
    store.insertBatch(storeBatch([2, 3])),
  ]);
  expect(results).toMatchObject([
    { value: { ok: true, value: { accepted: 2, duplicates: 0 } } },
    { reason: { code: '23514' } },
    { value: { ok: true, value: { accepted: 1, duplicates: 1 } } },
  ]);
  expect(await store.summary()).toMatchObject({ events: 3, batches: 2, clients: 1, missing: 0 });
});

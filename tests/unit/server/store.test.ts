import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { EventStore } from '../../../server/store/event-store.ts';
import { openSqliteStore } from '../../../server/store/open-sqlite-store.ts';
import { sqliteMigrations } from '../../../server/store/sqlite-migrations.ts';
import { openStore, storeBatch } from './support/store-batches.ts';
import { tempDirectory } from './support/temp-directory.ts';

const stored = (accepted: number, duplicates: number) => ({ ok: true, value: { accepted, duplicates } });

test('refuses a store of a later version, and leaves it as it is', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  await openStore(file).close();
  const later = new DatabaseSync(file);
  later.exec('PRAGMA user_version = 99');
  later.close();
  expect(openSqliteStore(file)).toEqual({
    ok: false,
    error: {
      code: 'STORE_NEWER',
      message: `The event store ${file} has version 99, and this program knows versions up to ${sqliteMigrations.length}; start the newer program, or give another directory with --data.`,
    },
  });
  const unchanged = new DatabaseSync(file);
  expect(unchanged.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
  unchanged.close();
});

test('refuses a file that is no store, and a directory that is not there', () => {
  const directory = tempDirectory();
  const file = join(directory, 'events.sqlite');
  writeFileSync(file, 'this is not a database, but it is long enough to be taken for one'.repeat(20));
  expect(openSqliteStore(file)).toMatchObject({ ok: false, error: { code: 'STORE_UNREADABLE' } });
  expect(openSqliteStore(join(directory, 'none/events.sqlite'))).toMatchObject({
    ok: false,
    error: { code: 'STORE_UNREADABLE' },
  });
});

/** A store, with the connection that it uses. */
function openWithConnection(file: string): { store: EventStore; connection: DatabaseSync } {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  const store = openStore(file);
  const connection = exec.mock.contexts[0];
  exec.mockRestore();
  if (!(connection instanceof DatabaseSync)) throw new Error('the store has not used its connection');
  return { store, connection };
}

test('an acknowledged event survives a power loss: the log is written through before the answer', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  // `synchronous` belongs to a connection and not to the file, so it is asked of the store's own.
  const { store, connection } = openWithConnection(file);
  expect(connection.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(connection.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  await store.insertBatch(storeBatch([1]));
  // A second reader sees what is committed, while the first one is still open.
  const reader = new DatabaseSync(file);
  expect(reader.prepare('SELECT count(*) AS count FROM events').get()).toEqual({ count: 1 });
  reader.close();
});

test('waits only for an instant while another program writes, says so, and stores the batch when it comes again', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const { store, connection } = openWithConnection(file);
  expect(connection.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: 100 });
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  expect(await store.insertBatch(storeBatch([1]))).toMatchObject({
    ok: false,
    error: { code: 'STORE_BUSY' },
  });
  expect(await store.countRefusedBatch(7)).toMatchObject({ ok: false, error: { code: 'STORE_BUSY' } });
  other.exec('COMMIT');
  expect(await store.insertBatch(storeBatch([1]))).toEqual(stored(1, 0));
  expect(await store.summary()).toEqual({
    events: 1,
    batches: 1,
    duplicates: 0,
    rejected: 0,
    bytes: 10,
    clients: 1,
    missing: 0,
  });
});

test('stores nothing and counts nothing of a batch that fails half-way', async () => {
  const store = openStore(join(tempDirectory(), 'events.sqlite'));
  const broken = storeBatch([1, 2], { rejected: null as unknown as number });
  await expect(store.insertBatch(broken)).rejects.toThrow();
  expect(await store.summary()).toEqual({
    events: 0,
    batches: 0,
    duplicates: 0,
    rejected: 0,
    bytes: 0,
    clients: 0,
    missing: 0,
  });
  expect(await store.events.after(0, 10)).toEqual([]);
  expect(await store.insertBatch(storeBatch([1, 2]))).toEqual(stored(2, 0));
});

test('takes batches at the same time without losing or doubling one', async () => {
  const store = openStore(join(tempDirectory(), 'events.sqlite'));
  const results = await Promise.all(
    Array.from({ length: 40 }, (_, index) => store.insertBatch(storeBatch([index, index + 1]))),
  );
  expect(results.reduce((sum, result) => sum + (result.ok ? result.value.accepted : 0), 0)).toBe(41);
  expect(await store.summary()).toMatchObject({
    events: 41,
    batches: 40,
    duplicates: 39,
    rejected: 0,
    bytes: 400,
    clients: 1,
  });
});

test('counts a batch without a single good event', async () => {
  const store = openStore(join(tempDirectory(), 'events.sqlite'));
  expect(await store.insertBatch(storeBatch([], { rejected: 3 }))).toEqual(stored(0, 0));
  await store.countRefusedBatch(7);
  expect(await store.summary()).toEqual({
    events: 0,
    batches: 1,
    duplicates: 0,
    rejected: 4,
    bytes: 17,
    clients: 0,
    missing: 0,
  });
});

test('pages through events in the order in which they came', async () => {
  const store = openStore(join(tempDirectory(), 'events.sqlite'));
  await store.insertBatch(storeBatch([3, 1, 2]));
  const first = await store.events.after(0, 2);
  expect(first.map(({ row, seq }) => [row, seq])).toEqual([
    [1, 3],
    [2, 1],
  ]);
  expect((await store.events.after(2, 2)).map(({ seq }) => seq)).toEqual([2]);
});

test('knows where the newest events begin, although row numbers have gaps', async () => {
  const store = openStore(join(tempDirectory(), 'events.sqlite'));
  expect(await store.events.rowBeforeNewest(2)).toBe(0);
  await store.insertBatch(storeBatch([1, 2]));
  await store.insertBatch(storeBatch([1, 2]));
  await store.insertBatch(storeBatch([3]));
  const newest = async (count: number) =>
    (await store.events.after(await store.events.rowBeforeNewest(count), count)).map(({ seq }) => seq);
  expect(await newest(0)).toEqual([]);
  expect(await newest(2)).toEqual([2, 3]);
  expect(await newest(9)).toEqual([1, 2, 3]);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSqliteStore } from '../../../../../server/store/sqlite/open-sqlite-store.ts';
import { sqliteMigrations } from '../../../../../server/store/sqlite/sqlite-migrations.ts';
import { testSid } from '../../support/log-batches.ts';
import { storeBatch } from '../../support/store-batches.ts';
import { openSqliteFile } from '../../support/store-place.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { openWithConnection } from './open-with-connection.ts';

test('a store of a later version is refused and unchanged', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  await openSqliteFile(file).close();
  const later = new DatabaseSync(file);
  later.exec('PRAGMA user_version = 99');
  later.close();
  expect(openSqliteStore(file)).toEqual({
    ok: false,
    error: {
      code: 'STORE_NEWER',
      message: `The event store ${file} has version 99, but this program supports versions up to ${sqliteMigrations.length}; start the newer program, or choose another directory with --data.`,
    },
  });
  const unchanged = new DatabaseSync(file);
  expect(unchanged.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
  unchanged.close();
});

test('a file that is no store and a missing directory are refused', () => {
  const directory = tempDirectory();
  const file = join(directory, 'events.sqlite');
  writeFileSync(
    file,
    'this is not a database, but it is long enough to be taken for one'.repeat(20),
  );
  expect(openSqliteStore(file)).toMatchObject({ ok: false, error: { code: 'STORE_UNREADABLE' } });
  expect(openSqliteStore(join(directory, 'none/events.sqlite'))).toMatchObject({
    ok: false,
    error: { code: 'STORE_UNREADABLE' },
  });
});

test('an acknowledged event survives a power loss: the log is synced before the answer', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  // `synchronous` belongs to a connection and not to the file, so it is read from the store's own.
  const { store, connection } = openWithConnection(file);
  expect(connection.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(connection.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  await store.insertBatch(storeBatch([1]));
  // A second reader sees committed rows while the first one is still open.
  const reader = new DatabaseSync(file);
  expect(reader.prepare('SELECT count(*) AS count FROM events').get()).toEqual({ count: 1 });
  reader.close();
});

test('documents with gaps are found without reading those without any', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const events = openSqliteFile(file);
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  onTestFinished(() => prepare.mockRestore());
  await events.gaps.after(0, 10);
  await events.gaps.rowBeforeNewest(10);
  const queries = prepare.mock.calls
    .map(([sql]) => sql)
    .filter((sql) => sql.includes('from "clients"'));
  expect(queries).toHaveLength(2);
  const reader = new DatabaseSync(file);
  onTestFinished(() => reader.close());
  for (const query of queries) {
    const plan = reader.prepare(`EXPLAIN QUERY PLAN ${query}`).all(1, 1);
    expect(plan).toHaveLength(1);
    expect(plan[0]?.detail).toContain('INDEX clients_with_gaps');
  }
});

test('a receipt reads only indexes: the event numbers of the document, and its row', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const events = openSqliteFile(file);
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  onTestFinished(() => prepare.mockRestore());
  await events.storedRanges(testSid, 1);
  const statements = prepare.mock.calls.map(([sql]) => sql);
  const queries = statements.filter((sql) => sql !== 'begin' && sql !== 'commit');
  const reader = new DatabaseSync(file);
  onTestFinished(() => reader.close());
  const searches = queries.flatMap((query) =>
    reader
      .prepare(`EXPLAIN QUERY PLAN ${query}`)
      .all()
      .map(({ detail }) => String(detail))
      .filter((detail) => /events|clients/.test(detail)),
  );
  expect(searches).toEqual([
    'SEARCH events USING COVERING INDEX sqlite_autoindex_events_1 (sid=? AND seq>?)',
    'SEARCH clients USING INDEX sqlite_autoindex_clients_1 (sid=?)',
  ]);
});

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../../../../../server/store/sqlite/open-sqlite-store.ts';
import { sqliteMigrations } from '../../../../../server/store/sqlite/sqlite-migrations.ts';
import { storeBatch } from '../../support/store-batches.ts';
import { openSqliteFile } from '../../support/store-place.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

/** The schema of version 1 as it was released, not as the program has it now. */
const version1 = `
  CREATE TABLE events (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    sid TEXT NOT NULL,
    seq INTEGER NOT NULL,
    name TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    event_time_ms REAL NOT NULL,
    received_ms INTEGER NOT NULL,
    client_event_id TEXT NOT NULL,
    context TEXT NOT NULL,
    payload TEXT NOT NULL,
    UNIQUE (sid, seq)
  );
  CREATE TABLE totals (
    events INTEGER NOT NULL,
    batches INTEGER NOT NULL,
    duplicates INTEGER NOT NULL,
    rejected INTEGER NOT NULL,
    bytes INTEGER NOT NULL
  );
  PRAGMA user_version = 1;
`;

const whole = 'whole-0123456789abc';
const holed = 'holed-0123456789abc';
const absurd = 'absurd-0123456789ab';

function connect(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  return database;
}

/** A store that version 1 has written; rows have gaps, and documents are mixed. */
function oldStore(): string {
  const file = join(tempDirectory(), 'events.sqlite');
  const database = connect(file);
  database.exec(version1);
  const insert = database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, 1.5, ?, ?, ?, ?)');
  const rows: [row: number, sid: string, seq: number][] = [
    [2, holed, 3],
    [3, whole, 1],
    [5, holed, 7],
    [6, whole, 2],
    [9, holed, 1],
    [12, absurd, Number.MAX_SAFE_INTEGER],
  ];
  for (const [row, sid, seq] of rows)
    insert.run(
      row,
      sid,
      seq,
      'playerStateChanged',
      'video_stats',
      1_000 + row,
      'id',
      '{"a":1}',
      '{"b":"ä"}',
    );
  database.exec('INSERT INTO totals VALUES (6, 4, 2, 1, 999)');
  database.close();
  return file;
}

const rowsOf = (file: string, table: string) => {
  const database = connect(file);
  const rows = database.prepare(`SELECT * FROM ${table}`).all();
  database.close();
  return rows;
};

test('a store of version 1 keeps every event and every count', async () => {
  const file = oldStore();
  const before = rowsOf(file, 'events');
  const store = openSqliteFile(file);
  expect(rowsOf(file, 'events')).toEqual(before);
  expect(await store.summary()).toEqual({
    events: 6,
    batches: 4,
    duplicates: 2,
    rejected: 1,
    bytes: 999,
    clients: 3,
    missing: 4 + (Number.MAX_SAFE_INTEGER - 1),
    expired: { events: 0, clients: 0, missing: 0 },
  });
  expect((await store.events.after(0, 10)).at(-2)).toEqual({
    row: 9,
    sid: holed,
    seq: 1,
    name: 'playerStateChanged',
    endpoint: 'video_stats',
    eventTimeMs: 1.5,
    receivedMs: 1_009,
    context: { a: 1 },
    payload: { b: 'ä' },
  });
});

test('events of version 1 have receipts and gaps, and are still stored once', async () => {
  const store = openSqliteFile(oldStore());
  expect(await store.storedRanges(holed, 2)).toMatchObject({
    value: {
      stored: [
        [3, 3],
        [7, 7],
      ],
    },
  });
  expect(await store.gaps.after(0, 10)).toMatchObject([
    {
      sid: holed,
      highestSeq: 7,
      stored: 3,
      rejected: 0,
      missing: 4,
      ranges: [
        [2, 2],
        [4, 6],
      ],
      firstReceivedMs: 1_002,
      lastReceivedMs: 1_009,
    },
    { sid: absurd, missing: Number.MAX_SAFE_INTEGER - 1 },
  ]);
  expect(
    await store.insertBatch(storeBatch([2, 3, 4, 5, 6], { sid: holed, receivedMs: 2_000 })),
  ).toEqual({
    ok: true,
    value: { accepted: 4, duplicates: 1 },
  });
  await store.insertBatch(storeBatch([4], { sid: whole }));
  expect(await store.gaps.after(0, 10)).toMatchObject([
    { sid: whole, missing: 1 },
    { sid: absurd },
  ]);
  expect(await store.summary()).toMatchObject({ events: 11, clients: 3 });
});

test('an upgraded store has the schema of a new one', () => {
  const upgraded = oldStore();
  openSqliteFile(upgraded);
  const fresh = join(tempDirectory(), 'events.sqlite');
  openSqliteFile(fresh);
  const schemaOf = (file: string) =>
    rowsOf(file, 'sqlite_schema').map(({ name, sql }) => [
      name,
      String(sql).replaceAll(/\s+/g, ' '),
    ]);
  expect(schemaOf(upgraded)).toEqual(schemaOf(fresh));
  const version = connect(upgraded).prepare('PRAGMA user_version').get();
  expect(version).toEqual({ user_version: sqliteMigrations.length });
});

test('a failed upgrade keeps the steps that it has done and all events, and the next start continues', async () => {
  const file = oldStore();
  const saboteur = connect(file);
  saboteur.exec('CREATE TABLE provider_log (in_the_way)');
  const sentences: string[] = [];
  const open = () => openSqliteStore(file, { warn: (sentence) => sentences.push(sentence) });
  expect(open()).toMatchObject({ ok: false, error: { code: 'STORE_UNREADABLE' } });
  expect(saboteur.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 });
  expect(saboteur.prepare('SELECT count(*) AS count FROM events').get()).toEqual({ count: 6 });
  saboteur.exec('DROP TABLE provider_log');
  saboteur.close();
  const opened = open();
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => opened.value.close());
  expect(await opened.value.summary()).toMatchObject({ events: 6 });
  const count = sqliteMigrations.length;
  expect(sentences.slice(0, 3)).toEqual(
    [`1 of ${count - 1}`, `2 of ${count - 1}`, `1 of ${count - 2}`].map(
      (step) =>
        `The event store ${file} is being upgraded: step ${step}. If it is interrupted, the next start continues.`,
    ),
  );
});

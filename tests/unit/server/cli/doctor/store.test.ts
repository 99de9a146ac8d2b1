import { closeSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sqliteMigrations } from '../../../../../server/store/sqlite/sqlite-migrations.ts';
import { installation } from '../../support/installation.ts';
import { runDoctor } from '../../support/run-doctor.ts';
import { usedDataDirectory } from '../../support/used-data-directory.ts';

const stores: {
  what: string;
  status: string;
  says: string;
  change: (store: string, database: () => DatabaseSync) => void;
}[] = [
  {
    what: 'a newer version',
    status: 'problem',
    says: `has version ${sqliteMigrations.length + 1}, but this program supports versions up to ${sqliteMigrations.length}.`,
    change: (_, database) =>
      database().exec(`PRAGMA user_version = ${sqliteMigrations.length + 1}`),
  },
  {
    what: 'an older version',
    status: 'warning',
    says: `has version 1; the next start updates it to ${sqliteMigrations.length}.`,
    change: (_, database) => database().exec('PRAGMA user_version = 1'),
  },
  {
    what: 'no store, but text',
    status: 'problem',
    says: 'cannot be read (file is not a database).',
    change: (store) => writeFileSync(store, 'no store '.repeat(1_000)),
  },
  {
    what: 'damaged pages',
    status: 'problem',
    says: 'is damaged (',
    change(store) {
      const file = openSync(store, 'r+');
      writeSync(file, Buffer.alloc(8_192, 0xff), 0, 8_192, 4_096);
      closeSync(file);
    },
  },
  {
    what: 'tables of another program',
    status: 'problem',
    says: 'is a SQLite database, but no event store.',
    change: (_, database) =>
      database().exec('ALTER TABLE events RENAME TO others; PRAGMA user_version = 3'),
  },
];

test.each(stores)(
  'an event store with $what is a $status with its cause, and the doctor leaves nothing beside it',
  async ({ status, says, change }) => {
    const dataDir = await usedDataDirectory();
    const store = join(dataDir, 'events.sqlite');
    const opened: DatabaseSync[] = [];
    change(store, () => {
      const database = new DatabaseSync(store);
      opened.push(database);
      return database;
    });
    for (const database of opened) database.close();
    const before = readdirSync(dataDir);
    const { code, findings } = await runDoctor(installation(dataDir));
    expect(findings.store).toMatchObject({ status, message: expect.stringContaining(says) });
    expect(findings.store?.fix).toMatch(/^[A-Z].*\.$/);
    expect(code).toBe(status === 'problem' ? 1 : 0);
    expect(readdirSync(dataDir)).toEqual(before);
  },
);

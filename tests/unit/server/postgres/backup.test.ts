import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPostgres } from '../../../../scripts/lib/find-postgres.js';
import { runBackup } from '../../../../server/store/backup/run-backup.ts';
import { runRestore } from '../../../../server/store/backup/run-restore.ts';
import { createDatabase, hostsOf, type TestDatabase } from '../support/postgres-database.ts';
import { runCommand } from '../support/run-command.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openStore } from '../support/store-place.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const env = { PATH: `${findPostgres()}:${process.env.PATH}` };

const backUp = ({ url }: TestDatabase, file: string, variables: Record<string, string> = env) =>
  runCommand(runBackup, ['backup', '--store', url, '--output', file], { env: variables });
const restore = (file: string, { url }: TestDatabase, ...more: string[]) =>
  runCommand(runRestore, ['restore', file, '--store', url, ...more], { env });

function storeIn({ url }: TestDatabase) {
  return openStore({
    options: { dataDir: tempDirectory(), postgres: hostsOf(url), replica: null },
  });
}

/** A database with events 1 to 3, and a backup of it. */
async function backedUp() {
  const source = await createDatabase();
  const store = await storeIn(source);
  await store.insertBatch(storeBatch([1, 2, 3]));
  const file = join(tempDirectory(), 'backup.dump');
  expect(await backUp(source, file)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${file} has 3 events of PostgreSQL `),
  });
  return { source, store, file };
}

test('a backup of a PostgreSQL is restored with all its events, and the server goes on with it', async () => {
  const { store, file } = await backedUp();
  await store.insertBatch(storeBatch([4]));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const target = await createDatabase();
  expect(await restore(file, target, '--dry-run')).toMatchObject({ code: 0 });
  expect(await restore(file, target)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/ has 3 events of .*backup\.dump\.\n$/),
  });
  const restored = await storeIn(target);
  await restored.insertBatch(storeBatch([3, 5]));
  expect((await restored.events.after(0, 100)).map(({ seq }) => seq)).toEqual([1, 2, 3, 5]);
});

test('a restore replaces no store, and a damaged backup restores nothing', async () => {
  const { source, file } = await backedUp();
  expect(await restore(file, source)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has an event store already; create an empty database'),
  });
  const target = await createDatabase();
  writeFileSync(file, 'no backup '.repeat(100));
  expect(await restore(file, target)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Nothing was restored: pg_restore failed: .*\n$/),
  });
  expect(await target.sql(`SELECT to_regclass('events') AS events`)).toEqual([{ events: null }]);
});

test.each([
  [
    'without PostgreSQL’s programs',
    { PATH: '/nowhere' },
    'There is no backup: pg_dump cannot be run (ENOENT); install PostgreSQL’s client programs',
  ],
  ['of a database without a store', env, 'has no event store.'],
])('a backup %s fails with one sentence and leaves no file', async (title, variables, says) => {
  const source = await createDatabase();
  if (!title.startsWith('of')) await storeIn(source);
  const directory = tempDirectory();
  const { code, stderr } = await backUp(source, join(directory, 'backup.dump'), variables);
  expect(code).toBe(1);
  expect(stderr).toContain(says);
  expect(stderr.match(/\n/g)).toHaveLength(1);
  expect(readdirSync(directory)).toEqual([]);
});

test('a backup of a database that is away fails with one sentence', async () => {
  const directory = tempDirectory();
  const { code, stderr } = await runCommand(
    runBackup,
    ['backup', '--store', 'postgres://x@127.0.0.1:1/y', '--output', join(directory, 'b')],
    { env },
  );
  expect([code, stderr]).toEqual([
    1,
    'There is no backup: PostgreSQL x@127.0.0.1:1/y cannot be reached (connect ECONNREFUSED 127.0.0.1:1).\n',
  ]);
});

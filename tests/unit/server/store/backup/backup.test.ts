import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { runBackup } from '../../../../../server/store/backup/run-backup.ts';
import { runRestore } from '../../../../../server/store/backup/run-restore.ts';
import { sqliteMigrations } from '../../../../../server/store/sqlite/sqlite-migrations.ts';
import { copyingProcess } from '../../support/copy-process.ts';
import { runCommand } from '../../support/run-command.ts';
import { storeBatch } from '../../support/store-batches.ts';
import { openSqliteFile } from '../../support/store-place.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

const backUp = (dataDir: string, output: string, ...more: string[]) =>
  runCommand(runBackup, ['backup', '--data', dataDir, '--output', output, ...more]);
const restore = (file: string, dataDir: string, ...more: string[]) =>
  runCommand(runRestore, ['restore', file, '--data', dataDir, ...more]);

/** A data directory whose store is open in a server, and has events 1 to 3. */
async function runningStore() {
  const dataDir = tempDirectory();
  const store = await openSqliteFile(join(dataDir, 'events.sqlite'));
  await store.insertBatch(storeBatch([1, 2, 3]));
  return { dataDir, store };
}

/** A backup of that store. */
async function madeBackup() {
  const { dataDir } = await runningStore();
  const file = join(tempDirectory(), 'backup.sqlite');
  expect(await backUp(dataDir, file)).toMatchObject({ code: 0 });
  return file;
}

async function storedIn(dataDir: string): Promise<number[]> {
  const store = await openSqliteFile(join(dataDir, 'events.sqlite'));
  return (await store.events.after(0, 100)).map(({ seq }) => seq);
}

test('a backup has the events of one moment, though the server goes on writing, and is restored with all of them', async () => {
  const { dataDir, store } = await runningStore();
  const file = join(tempDirectory(), 'backup.sqlite');
  const backed = await backUp(dataDir, file, '--json');
  await store.insertBatch(storeBatch([4]));
  expect(JSON.parse(backed.stdout)).toEqual({
    store: join(dataDir, 'events.sqlite'),
    file,
    eventCount: 3,
    archivedCount: 0,
    bytes: statSync(file).size,
    isDryRun: false,
  });
  const target = join(tempDirectory(), 'data');
  expect(await restore(file, target)).toEqual({
    code: 0,
    stdout: `${join(target, 'events.sqlite')} has 3 events of ${file}.\n`,
    stderr: '',
  });
  expect(await storedIn(target)).toEqual([1, 2, 3]);
  for (const path of [file, join(target, 'events.sqlite')])
    expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a backup says how many events are only in ClickHouse, which it does not have', async () => {
  const { dataDir, store } = await runningStore();
  const archiving = copyingProcess(store);
  await archiving.step();
  await archiving.archiveStep(20);
  await store.insertBatch(storeBatch([4]));
  const file = join(tempDirectory(), 'backup.sqlite');
  const rest = ' 3 older ones are only in ClickHouse, which needs a backup of its own.\n';
  expect((await backUp(dataDir, file)).stdout).toMatch(`has 1 event of ${dataDir}`);
  const target = join(tempDirectory(), 'data');
  expect((await restore(file, target)).stdout).toContain(`has 1 event of ${file}.${rest}`);
  const again = join(tempDirectory(), 'again.sqlite');
  expect(JSON.parse((await backUp(target, again, '--json')).stdout)).toMatchObject({
    eventCount: 1,
    archivedCount: 3,
  });
});

test('a server that writes during the whole backup does not delay it', async () => {
  const { dataDir, store } = await runningStore();
  let isDone = false;
  const writing = (async () => {
    for (let seq = 4; !isDone; seq += 1) await store.insertBatch(storeBatch([seq]));
  })();
  const file = join(tempDirectory(), 'backup.sqlite');
  expect(await backUp(dataDir, file)).toMatchObject({ code: 0 });
  isDone = true;
  await writing;
  expect(await restore(file, tempDirectory())).toMatchObject({ code: 0 });
});

test('a dry run says what would be done, and leaves no file', async () => {
  const { dataDir } = await runningStore();
  const directory = tempDirectory();
  const file = join(directory, 'backup.sqlite');
  expect((await backUp(dataDir, file, '--dry-run')).stdout).toBe(
    `Would write a backup of ${join(dataDir, 'events.sqlite')} to ${file}.\n`,
  );
  expect(readdirSync(directory)).toEqual([]);
  const target = join(directory, 'data');
  const backup = await madeBackup();
  expect(await restore(backup, target, '--dry-run')).toMatchObject({
    code: 0,
    stdout: `Would restore ${backup} into ${join(target, 'events.sqlite')}.\n`,
  });
  expect(existsSync(target)).toBe(false);
});

test('a backup replaces no file, and a restore no store', async () => {
  const { dataDir } = await runningStore();
  const file = join(tempDirectory({ 'backup.sqlite': 'of yesterday' }), 'backup.sqlite');
  expect(await backUp(dataDir, file)).toEqual({
    code: 1,
    stdout: '',
    stderr: `${file} exists already. Choose another file with --output.\n`,
  });
  expect(readFileSync(file, 'utf8')).toBe('of yesterday');
  const { code, stderr } = await restore(await madeBackup(), dataDir);
  expect(code).toBe(1);
  expect(stderr).toBe(
    `Nothing was restored: ${join(dataDir, 'events.sqlite')} is an event store; stop its server and move it away with its journals, or choose another directory with --data.\n`,
  );
  expect(await storedIn(dataDir)).toEqual([1, 2, 3]);
});

test('a store whose journal is still there is not mixed with a backup', async () => {
  const target = tempDirectory({ 'events.sqlite-wal': 'pages of another store' });
  const { code, stderr } = await restore(await madeBackup(), target);
  expect(code).toBe(1);
  expect(stderr).toContain('events.sqlite-wal is a journal of another store; move it away');
});

test('a store’s file with its journal is no backup', async () => {
  const { dataDir } = await runningStore();
  const file = join(dataDir, 'events.sqlite');
  const { code, stderr } = await restore(file, tempDirectory());
  expect(code).toBe(1);
  expect(stderr).toContain(
    `Nothing was restored: ${file} cannot be used (it is incomplete without ${file}-wal; offstage backup copies a store).`,
  );
});

function alter(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

test.each<{ what: string; change: (file: string) => void; says: string }>([
  {
    what: 'is no database',
    change: (file) => writeFileSync(file, 'no backup '.repeat(500)),
    says: 'cannot be used (file is not a database).',
  },
  {
    what: 'is a database of another program',
    change: (file) => alter(file, 'DROP TABLE events'),
    says: 'cannot be used (it is no event store).',
  },
  {
    what: 'is of a newer program',
    change: (file) => alter(file, 'PRAGMA user_version = 9999'),
    says: `cannot be used (it has version 9999, and this program supports versions up to ${sqliteMigrations.length}).`,
  },
  {
    what: 'was cut short',
    change: (file) => writeFileSync(file, readFileSync(file).subarray(0, 40_000)),
    says: 'cannot be used (',
  },
])(
  'a backup that $what is refused with its reason, and nothing is restored',
  async ({ change, says }) => {
    const file = await madeBackup();
    change(file);
    const target = tempDirectory();
    const { code, stderr } = await restore(file, target);
    expect(code).toBe(1);
    expect(stderr).toContain(`Nothing was restored: ${file} ${says}`);
    expect(readdirSync(target)).toEqual([]);
  },
);

test.each([
  ['without a store', () => tempDirectory(), 'backup.sqlite', 'There is no event store'],
  [
    'into a directory that is not there',
    async () => (await runningStore()).dataDir,
    'none/backup.sqlite',
    'cannot be written (ENOENT)',
  ],
])('a backup %s fails with one sentence', async (_, dataDir, name, says) => {
  const { code, stderr } = await backUp(await dataDir(), join(tempDirectory(), name));
  expect(code).toBe(1);
  expect(stderr).toContain(says);
  expect(stderr.match(/\n/g)).toHaveLength(1);
});

test('a backup without --output, or a store that is no store, is a wrong call', async () => {
  expect(await runCommand(runBackup, ['backup', '--data', '/nowhere'])).toMatchObject({
    code: 2,
    stderr: '--output is missing; name the file to write.\n',
  });
  expect(
    await runCommand(runRestore, ['restore', 'x', '--data', 'd', '--store', 'postgres://x/y']),
  ).toMatchObject({
    code: 2,
    stderr: '--data has no effect with a store in PostgreSQL; leave it out.\n',
  });
});

test('a backup that is stopped leaves no file', async () => {
  const { dataDir } = await runningStore();
  const directory = tempDirectory();
  const { code, stderr } = await runCommand(
    runBackup,
    ['backup', '--data', dataDir, '--output', join(directory, 'backup.sqlite')],
    { signal: AbortSignal.abort() },
  );
  expect(code).toBe(1);
  expect(stderr).toContain('There is no backup: it was stopped.\n');
  expect(readdirSync(directory)).toEqual([]);
});

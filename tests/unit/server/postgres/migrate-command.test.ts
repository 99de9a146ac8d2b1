import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runMove } from '../../../../server/store/migrate/run-move.ts';
import { copyingProcess } from '../support/copy-process.ts';
import { createDatabase } from '../support/postgres-database.ts';
import { runCommand } from '../support/run-command.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openSqliteFile, openStore } from '../support/store-place.ts';
import { tempDirectory } from '../support/temp-directory.ts';

test('migrate --dry-run checks both stores and changes neither; --json prints what was moved', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const store = openSqliteFile(file);
  await store.insertBatch(storeBatch([1, 2, 3]));
  await store.close();
  const { url, sql } = await createDatabase();
  const migrate = (...argv: string[]) =>
    runCommand(runMove, ['migrate', '--from', file, '--to', url, ...argv]);
  const dry = await migrate('--dry-run', '--json');
  expect(dry.code).toBe(0);
  expect(JSON.parse(dry.stdout)).toMatchObject({
    from: { status: 'ok' },
    to: { status: 'ok', message: expect.stringContaining('has no store yet') },
    isDryRun: true,
  });
  expect(await sql("SELECT to_regclass('store_version') AS made")).toEqual([{ made: null }]);
  const moved = await migrate('--json');
  expect(moved.code).toBe(0);
  expect(JSON.parse(moved.stdout)).toContainEqual(expect.objectContaining({ count: 3, found: 3 }));
});

test('a dry run of migrate reports stores that cannot be moved', async () => {
  const file = join(tempDirectory(), 'none.sqlite');
  const to = ['--to', 'postgres://offstage@127.0.0.1:1/offstage'];
  const { code, stdout } = await runCommand(runMove, [
    'migrate',
    ...['--from', file],
    ...to,
    '--dry-run',
  ]);
  expect(code).toBe(1);
  const [from, target] = stdout.split('\n');
  expect(from).toBe(`problem  from  There is no store ${file}. Name the SQLite store with --from.`);
  expect(target).toMatch(
    /^problem {2}to {4}PostgreSQL offstage@127\.0\.0\.1:1\/offstage cannot be/,
  );
});

test('a store of which events are only in ClickHouse is not moved, and stays as it is', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const store = openSqliteFile(file);
  const archiving = copyingProcess(store);
  await store.insertBatch(storeBatch([1, 2]));
  await archiving.step();
  await archiving.archiveStep(20);
  await store.close();
  const { url, sql } = await createDatabase();
  const migrate = (...argv: string[]) =>
    runCommand(runMove, ['migrate', '--from', file, '--to', url, ...argv]);
  const reason = `2 events of ${file} are only in ClickHouse`;
  expect(await migrate('--dry-run')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(reason),
  });
  expect(await migrate()).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) });
  expect(await sql("SELECT to_regclass('store_version') AS made")).toEqual([{ made: null }]);
});

test('moved events that have left PostgreSQL for ClickHouse meanwhile are found', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const source = openSqliteFile(file);
  await source.insertBatch(storeBatch([1, 2, 3]));
  await source.close();
  const database = await createDatabase();
  const migrate = () =>
    runCommand(runMove, ['migrate', '--from', file, '--to', database.url, '--json']);
  expect(await migrate()).toMatchObject({ code: 0 });
  const options = { dataDir: tempDirectory(), postgres: database.hosts, replica: null };
  const archiving = copyingProcess(await openStore({ options }));
  await archiving.step();
  expect(await archiving.archiveStep(20)).toMatchObject({ count: 3 });
  const { code, stdout } = await migrate();
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toContainEqual({ title: 'events', count: 3, found: 3 });
  await database.sql("UPDATE clients SET archived = '[[1,2]]'");
  expect(await migrate()).toMatchObject({ code: 1 });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runExport } from '../../../../server/cli/run-export.ts';
import { ndjsonOf } from '../support/ndjson.ts';
import { runCommand } from '../support/run-command.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openSqliteFile } from '../support/store-place.ts';
import { tempDirectory } from '../support/temp-directory.ts';

/** @returns a data directory with three events */
async function filledDirectory(): Promise<string> {
  const data = tempDirectory();
  const store = openSqliteFile(join(data, 'events.sqlite'));
  await store.insertBatch(storeBatch([1, 2, 3]));
  return data;
}

const exported = (data: string, ...argv: string[]) =>
  runCommand(runExport, ['export', ...argv, '--data', data]);

test('--dry-run counts the rows and writes no file, and --json describes the written file', async () => {
  const data = await filledDirectory();
  const file = join(tempDirectory(), 'events.ndjson');
  const counted = await exported(data, 'events', '--output', file, '--dry-run');
  expect(counted).toMatchObject({
    code: 0,
    stdout: `Would export 3 rows of events as ndjson to ${file}.\n`,
  });
  const asCsv = await exported(data, 'events', '--format', 'csv', '--dry-run');
  expect(asCsv.stdout).toBe('Would export 3 rows of events as csv to standard output.\n');
  expect(readdirSync(join(file, '..'))).toEqual([]);
  const { stdout } = await exported(data, 'events', '--output', file, '--json');
  expect(JSON.parse(stdout)).toEqual({
    kind: 'events',
    format: 'ndjson',
    rowCount: 3,
    file,
    isDryRun: false,
  });
  expect(ndjsonOf(readFileSync(file, 'utf8'))).toHaveLength(3);
});

test('options that would have no effect are refused with 2', async () => {
  const data = await filledDirectory();
  expect(await exported(data, 'events', '--json')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('for rows as JSON use --format ndjson.'),
  });
  const url = 'postgres://offstage@127.0.0.1:1/offstage';
  expect(await exported(data, 'events', '--store', url)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: '--data has no effect with a store in PostgreSQL; leave it out.\n',
  });
});

import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { outputToFile } from '../../../../server/cli/export-output.ts';
import { runExport } from '../../../../server/cli/run-export.ts';
import { asOrdinaryUser } from '../support/as-ordinary-user.ts';
import { busyStore, exported, now } from '../support/busy-store.ts';
import { ndjsonOf } from '../support/ndjson.ts';
import { runCommand } from '../support/run-command.ts';
import { tempDirectory } from '../support/temp-directory.ts';

test('a closed output pipe is a success, and a full disk is a failure', async () => {
  const { data } = await busyStore();
  const failing = (code: string) =>
    new Writable({
      highWaterMark: 1,
      write: (_chunk, _encoding, done) => done(Object.assign(new Error(`write ${code}`), { code })),
    });
  const run = (code: string) =>
    runCommand(runExport, ['export', 'events', '--data', data], {
      now: () => now,
      stdout: failing(code),
    });
  expect(await run('EPIPE')).toMatchObject({ code: 0, stderr: '' });
  expect(await run('ENOSPC')).toMatchObject({
    code: 1,
    stderr:
      'The export is incomplete: the disk is full; free some space, or choose another file with --output.\n',
  });
});

test('a stopped or failed export leaves no new file, and keeps an existing one', async () => {
  const { data } = await busyStore();
  const directory = tempDirectory({ 'events.ndjson': 'of yesterday' });
  const output = join(directory, 'events.ndjson');
  const stopped = await runCommand(
    runExport,
    ['export', 'events', '--data', data, '--output', output],
    {
      signal: AbortSignal.abort(),
    },
  );
  expect(stopped).toMatchObject({
    code: 1,
    stderr: 'The export is incomplete: stopped.\n',
  });
  expect(readdirSync(directory)).toEqual(['events.ndjson']);
  expect(readFileSync(output, 'utf8')).toBe('of yesterday');
  const nowhere = await exported(data, 'events', '--output', join(directory, 'none/x.ndjson'));
  expect(nowhere).toMatchObject({
    code: 1,
    stderr: `${join(directory, 'none/x.ndjson')} cannot be written (ENOENT); create its directory first, or choose another file with --output.\n`,
  });
  expect(await exported(data, 'events', '--output', directory)).toMatchObject({
    code: 1,
    stderr: `${directory} is a directory; use --output with a file in it.\n`,
  });
  const locked = tempDirectory();
  chmodSync(locked, 0o555);
  expect(await asOrdinaryUser(() => outputToFile(join(locked, 'x')))).toMatchObject({
    ok: false,
    error: {
      message: `${join(locked, 'x')} cannot be written (EACCES); give this user write access, or choose another file with --output.`,
    },
  });
  expect(readdirSync(directory)).toEqual(['events.ndjson']);
});

test('--dry-run counts the rows and writes no file, and --json describes the written file', async () => {
  const { data } = await busyStore();
  const file = join(tempDirectory(), 'events.ndjson');
  const counted = await exported(data, 'events', '--output', file, '--dry-run');
  expect(counted).toMatchObject({ code: 0, stdout: 'Would export 3 rows of events.\n' });
  expect(readdirSync(join(file, '..'))).toEqual([]);
  const { stdout } = await exported(data, 'events', '--output', file, '--json');
  expect(JSON.parse(stdout)).toEqual({ kind: 'events', rowCount: 3, file, isDryRun: false });
  expect(ndjsonOf(readFileSync(file, 'utf8'))).toHaveLength(3);
});

test('options that would have no effect are refused with 2', async () => {
  const { data } = await busyStore();
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

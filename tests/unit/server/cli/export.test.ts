import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { exportRows } from '../../../../server/cli/export/export-rows.ts';
import { outputToFile } from '../../../../server/cli/export-output.ts';
import { runExport } from '../../../../server/cli/run-export.ts';
import { openSnapshot } from '../../../../server/store/open-snapshot.ts';
import { asOrdinaryUser } from '../support/as-ordinary-user.ts';
import { ndjsonOf } from '../support/ndjson.ts';
import { runCommand } from '../support/run-command.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openSqliteFile } from '../support/store-place.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const hourMs = 3_600_000;
const now = Date.parse('2026-03-10T12:00:00Z');

/** A store that a server has open, with events of two videos in three hours. */
async function busyStore() {
  const data = tempDirectory();
  const store = openSqliteFile(join(data, 'events.sqlite'));
  for (const [index, videoId] of ['video000001', 'video000002', 'video000001'].entries()) {
    const event = { name: 'n', eventTimeMs: 1, contextJson: '{}' };
    const payloadJson = JSON.stringify({ videoId, note: '=1+1, "quoted"\nline' });
    await store.insertBatch(
      storeBatch([], {
        receivedMs: now - (2 - index) * hourMs,
        events: [{ ...event, seq: index + 1, payloadJson }],
      }),
    );
  }
  const entry = { kind: 'qoe', timeMs: 1, fieldsJson: '{"videoId":"video000002"}' };
  await store.insertProviderLog({
    sid: 'sid-0123456789abcdef',
    receivedMs: now,
    droppedCount: 0,
    contextJson: '{}',
    entries: [{ ...entry, n: 1 }],
  });
  return { data, store };
}

const exported = (data: string, ...argv: string[]) =>
  runCommand(runExport, ['export', ...argv, '--data', data], { now: () => now });

test('export writes every event, oldest first, while a server has the store open', async () => {
  const { data } = await busyStore();
  const { code, stdout, stderr } = await exported(data, 'events');
  expect(code).toBe(0);
  expect(ndjsonOf(stdout)).toMatchObject([
    { row: 1, seq: 1, payload: { videoId: 'video000001' } },
    { row: 2, seq: 2 },
    { row: 3, seq: 3 },
  ]);
  expect(stderr).toContain('events: 100 %');
});

test.each([
  ['--since', '90m', [2, 3]],
  ['--until', '2026-03-10T11:00Z', [1]],
  ['--since=2h', '--until=1h', [1]],
  ['--video', 'video000001', [1, 3]],
])('export with %s %s leaves the other events out', async (option, value, seqs) => {
  const { data } = await busyStore();
  const { stdout } = await exported(data, 'events', option, value);
  expect(ndjsonOf(stdout).map(({ seq }) => seq)).toEqual(seqs);
});

test('a store that is no address is a usage error, and its message has no password', async () => {
  const refused = await exported(
    tempDirectory(),
    'events',
    '--store',
    'mysql://me:secret@db.example/x',
  );
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('--store is invalid; use sqlite, or an address such as');
  expect(refused.stderr).not.toContain('secret');
});

test('export writes the provider log by video, and errors', async () => {
  const { data } = await busyStore();
  expect(ndjsonOf((await exported(data, 'log', '--video', 'video000002')).stdout)).toMatchObject([
    { kind: 'qoe' },
  ]);
  expect((await exported(data, 'log', '--video', 'video000001')).stdout).toBe('');
  expect((await exported(data, 'errors')).stdout).toBe('');
});

test('CSV has a header line, one record an event, and no formula that a spreadsheet would run [threat-terminal]', async () => {
  const { data, store } = await busyStore();
  await store.insertError(
    {
      ...{
        fingerprint: 'f',
        id: 'i',
        sid: 's',
        timeMs: 0,
        source: 'page',
        level: 'error',
        type: 'TypeError',
        line: 1,
        stack: 'f@page.js:1\n=cmd("x")',
      },
      ...{
        message: '=HYPERLINK("http://evil.example")',
        clientName: 'c',
        clientVersion: '1',
        paramsJson: '{}',
      },
    },
    now,
  );
  const file = join(data, 'errors.csv');
  expect(await exported(data, 'errors', '--format', 'csv', '--output', file)).toMatchObject({
    code: 0,
    stdout: '',
  });
  const text = readFileSync(file, 'utf8');
  expect(text.split('\r\n')[0]).toMatch(/^row,fingerprint,count,/);
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  expect(text).toContain('"f@page.js:1\n=cmd(""x"")"');
  const events = await exported(data, 'events', '--format', 'csv');
  expect(events.stdout.split('\r\n')).toHaveLength(5);
  expect((await exported(data, 'log', '--format=csv', '--video=video000001')).stdout).toBe(
    'row,sid,n,kind,timeMs,receivedMs,droppedCount,context,fields\r\n',
  );
});

test('export writes the store as it was at one moment, whatever arrives meanwhile', async () => {
  const data = tempDirectory();
  const store = openSqliteFile(join(data, 'events.sqlite'));
  const insert = (from: number) =>
    store.insertBatch(storeBatch(Array.from({ length: 100 }, (_, index) => from + index)));
  for (let from = 1; from <= 1_900; from += 100) await insert(from);
  const opened = await openSnapshot({ dataDir: data, postgres: null }, () => {});
  if (!opened.ok) throw new Error(opened.error.message);
  const rows: unknown[] = [];
  const query = { kind: 'events', sinceMs: null, untilMs: null, videoId: null } as const;
  await exportRows(opened.value, query, async (part) => {
    rows.push(...part);
    await insert(2_001 + rows.length);
  });
  await opened.value.close();
  expect(rows).toHaveLength(1_900);
  expect((await store.summary()).events).toBeGreaterThan(1_900);
});

test.each([
  [['all'], '"all" cannot be exported; use events, log or errors.'],
  [['events', '--format', 'xml'], '--format "xml" is not supported; use ndjson or csv.'],
  [['events', '--since', 'soon'], '--since "soon" is not a time'],
  [['events', '--video', 'x'], '--video "x" is not a video id'],
  [
    ['errors', '--video', 'video000001'],
    'Errors do not belong to a video; leave out --video, or export events.',
  ],
  [['events', '--since', '1h', '--until', '2h'], '--since must be earlier than --until'],
])('export %j is a usage error', async (argv, sentence) => {
  const refused = await exported(tempDirectory(), ...argv);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain(sentence);
});

test('a missing store, one of another version and a file that is no store have different messages, and none is created', async () => {
  const data = tempDirectory();
  const file = join(data, 'events.sqlite');
  expect((await exported(data, 'events')).stderr).toContain(`There is no event store ${file}`);
  expect(readdirSync(data)).toEqual([]);
  const database = new DatabaseSync(file);
  database.exec('PRAGMA user_version = 9999');
  expect((await exported(data, 'events')).stderr).toContain(
    'has version 9999, but this program supports versions up to',
  );
  database.exec('PRAGMA user_version = 1');
  expect((await exported(data, 'events')).stderr).toContain('start the server once to update it.');
  database.close();
  const other = tempDirectory({
    'events.sqlite': 'no database at all, but longer than its head would be '.repeat(20),
  });
  expect(await exported(other, 'events')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('cannot be read'),
  });
});

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

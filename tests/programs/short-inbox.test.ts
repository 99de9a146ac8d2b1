import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { ClickHouseProcess } from '../../e2e/support/run-clickhouse.ts';
import { runExport } from '../../server/cli/run-export.ts';
import { runRebuild } from '../../server/store/reports/run-rebuild.ts';
import { untilPasses } from '../support/until.ts';
import { testSid } from '../unit/server/support/log-batches.ts';
import { runCommand } from '../unit/server/support/run-command.ts';
import type { TestServer } from '../unit/server/support/start-test-server.ts';
import { storeBatch } from '../unit/server/support/store-batches.ts';
import { openStore } from '../unit/server/support/store-place.ts';
import { tempDirectory } from '../unit/server/support/temp-directory.ts';
import { read, send, startClickHouse, startServer } from './copying-server.ts';

const dayMs = 86_400_000;
const text = 'quote \' " backslash \\ tab \t line \n nul \u0000 lone \ud800 é 🎬';

test('events leave the store a day after ClickHouse has them; feed and export still have them all [feature-short-inbox]', async () => {
  const clickHouse = await startClickHouse();
  const dataDir = await oldStore();
  const before = await exported(dataDir);
  const server = await startServer(clickHouse, { dataDir, inboxDays: 1 });
  await send(server, [7, 8]);
  await untilPasses(() => expect(countStored(dataDir)).toBe(2));
  const feed = await read(server, '/telemetry/events?after=0');
  expect(linesOf(feed).slice(0, 6)).toEqual(before);
  expect(linesOf(feed).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await seqs(server, '/telemetry/events?last=3')).toEqual([6, 7, 8]);
  expect(await seqs(server, `/telemetry/events?after=${before[3]?.row}&limit=3`)).toEqual([
    5, 6, 7,
  ]);
  expect(await exported(dataDir, clickHouse)).toEqual(linesOf(feed));
  await untilPasses(async () => {
    const metrics = await read(server, '/metrics');
    expect(metrics).toContain('offstage_archive_events_total{store="sqlite"} 6');
    expect(metrics).toContain('offstage_archive_lacks_events{store="sqlite"} 0');
  });
});

test('an export that does not know the ClickHouse is refused with what to do', async () => {
  const clickHouse = await startClickHouse();
  const dataDir = await archivedStore(clickHouse);
  const { code, stderr, stdout } = await exportEvents(dataDir);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/are only in ClickHouse; name it with --events/);
});

test('the trace of a session has the events that have left', async () => {
  const clickHouse = await startClickHouse();
  const dataDir = await archivedStore(clickHouse);
  const server = await startServer(clickHouse, { dataDir, inboxDays: 1 });
  const traced = async () => JSON.parse(await read(server, `/telemetry/trace?sid=${testSid}`));
  expect((await traced()).metadata.events).toMatchObject({ stored: 6, drawn: 6 });
  await clickHouse.end('SIGKILL');
  expect((await traced()).error).toEqual({
    code: 'STORE_AWAY',
    message: expect.stringMatching(/^Older events cannot be read \(.*ECONNREFUSED.*\)\.$/),
  });
});

test('a rebuild reads what has left; without the address of ClickHouse it keeps the playbacks, and says so', async () => {
  const clickHouse = await startClickHouse();
  const dataDir = await archivedStore(clickHouse);
  const rebuild = (...more: string[]) =>
    runCommand(runRebuild, ['rebuild', '--data', dataDir, ...more]);
  const count = (table: string) => countRows(dataDir, table);
  expect(count('playbacks')).toBe(1);
  change(dataDir, "UPDATE playbacks SET video_id = 'wrong'");
  const kept = await rebuild();
  expect(kept.stdout).toContain('of 0 documents again.');
  expect(kept.stdout).toContain('are only in ClickHouse; name it with --events.');
  change(dataDir, 'DELETE FROM playbacks');
  const rebuilt = await rebuild('--events', urlOf(clickHouse));
  expect(rebuilt).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 playback of 1 document'),
  });
  expect(count('playbacks')).toBe(1);
  expect(count('events')).toBe(0);
  await clickHouse.end('SIGKILL');
  const failed = await rebuild('--events', urlOf(clickHouse));
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toMatch(/The reports are not complete: Older events .*ECONNREFUSED/);
  expect(count('playbacks')).toBe(1);
});

test('while ClickHouse is away, events are accepted once, new ones can be read, and old ones later', async () => {
  const clickHouse = await startClickHouse();
  const dataDir = await archivedStore(clickHouse);
  const server = await startServer(clickHouse, { dataDir, inboxDays: 1 });
  await clickHouse.end('SIGKILL');
  await send(server, [5, 6, 7]);
  expect(await seqs(server, '/telemetry/events?last=1')).toEqual([7]);
  const refused = await read(server, '/telemetry/events?after=0');
  expect(refused).toMatch(/Older events cannot be read \(.*ECONNREFUSED.*\)/);
  await clickHouse.start();
  await untilPasses(async () =>
    expect(await seqs(server, '/telemetry/events?after=0')).toEqual([1, 2, 3, 4, 5, 6, 7]),
  );
  expect(server.errors).toEqual([]);
});

test('a ClickHouse that was emptied after events had left is named at the next start', async () => {
  const clickHouse = await startClickHouse();
  const dataDir = await archivedStore(clickHouse);
  await clickHouse.run('DROP DATABASE offstage');
  await clickHouse.run('CREATE DATABASE offstage');
  const server = await startServer(clickHouse, { dataDir, inboxDays: 1 });
  await send(server, [7]);
  await untilPasses(() =>
    expect(server.sentences.at(-1)).toMatch(
      /^ClickHouse lacks events that have left the store sqlite, the last of them in row \d+\. Restore/,
    ),
  );
  await untilPasses(async () => {
    const metrics = await read(server, '/metrics');
    expect(metrics).toContain('offstage_archive_lacks_events{store="sqlite"} 1');
    expect(metrics).toContain('offstage_copy_events_total{store="sqlite"} 1');
  });
});

test('a ClickHouse that has lost copies before they left gets them again, and they leave then', async () => {
  const clickHouse = await startClickHouse();
  const dataDir = await oldStore();
  const before = await exported(dataDir);
  const keeping = await startServer(clickHouse, { dataDir });
  await untilPasses(async () =>
    expect(await read(keeping, '/metrics')).toContain(
      'offstage_copy_events_total{store="sqlite"} 6',
    ),
  );
  await keeping.stop(0);
  await clickHouse.run('DROP TABLE offstage.feed');
  const server = await startServer(clickHouse, { dataDir, inboxDays: 1 });
  await untilPasses(() => expect(countStored(dataDir)).toBe(0));
  expect(linesOf(await read(server, '/telemetry/events?after=0'))).toEqual(before);
});

/** A store with six events of ten days ago. @returns its directory */
async function oldStore(): Promise<string> {
  const dataDir = tempDirectory();
  const store = await openStore({ options: { dataDir, postgres: null, replica: null } });
  const batch = storeBatch([1, 2, 3, 4, 5, 6], { receivedMs: Date.now() - 10 * dayMs });
  const payloadJson = JSON.stringify({ text, videoId: 'v', cpn: 'c' });
  await store.insertBatch({
    ...batch,
    events: batch.events.map((event) => ({
      ...event,
      name: event.seq === 6 ? 'video_stats.playback' : event.name,
      eventTimeMs: 1e300,
      payloadJson,
    })),
  });
  await store.close();
  return dataDir;
}

/** Such a store after all of them have left. */
async function archivedStore(clickHouse: ClickHouseProcess): Promise<string> {
  const dataDir = await oldStore();
  const server = await startServer(clickHouse, { dataDir, inboxDays: 1 });
  await untilPasses(() => expect(countStored(dataDir)).toBe(0));
  await server.stop(0);
  return dataDir;
}

const countStored = (dataDir: string) => countRows(dataDir, 'events');

function countRows(dataDir: string, table: string): number {
  using database = new DatabaseSync(join(dataDir, 'events.sqlite'), { readOnly: true });
  return Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count);
}

function change(dataDir: string, statement: string): void {
  using database = new DatabaseSync(join(dataDir, 'events.sqlite'));
  database.exec(statement);
}

const linesOf = (lines: string): { row: number; seq: number }[] =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const seqs = async (server: TestServer, path: string) =>
  linesOf(await read(server, path)).map(({ seq }) => seq);

const urlOf = ({ httpPort }: ClickHouseProcess) => `clickhouse://127.0.0.1:${httpPort}/offstage`;

function exportEvents(dataDir: string, ...more: string[]) {
  return runCommand(runExport, ['export', 'events', '--data', dataDir, ...more]);
}

async function exported(dataDir: string, clickHouse?: ClickHouseProcess) {
  const events = clickHouse === undefined ? [] : ['--events', urlOf(clickHouse)];
  const { code, stdout } = await exportEvents(dataDir, ...events);
  expect(code).toBe(0);
  return linesOf(stdout);
}

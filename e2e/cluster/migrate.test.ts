import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from '@playwright/test';
import { summary } from '../support/intake.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { startLoad } from '../support/start-load.ts';
import { thorough } from '../support/thorough.ts';
import { test } from '../support/worker.ts';
import { editWatchLater, fillStore } from './support/fill-store.ts';
import { type PostgresNode, startPrimary, user } from './support/postgres-node.ts';
import { readReports } from './support/read-reports.ts';
import { runMigrate, startMigrate } from './support/run-migrate.ts';

/** This many take seconds, so that the test can interrupt the move. */
const manyEvents = 20_000;
const someEvents = 8_000;
/** The load is one client. */
const freely = ['--rate-limit', '0'];

test.describe.configure({ mode: 'serial' });

let postgres: PostgresNode;
let directory: string;
const running: ServerProcess[] = [];

test.beforeAll(async () => {
  postgres = await startPrimary('pg1', []);
  directory = mkdtempSync(join(tmpdir(), 'offstage-migrate-'));
});
test.afterEach(async () => {
  for (const server of running.splice(0)) await server.dispose();
});
test.afterAll(async () => {
  await postgres.dispose();
  rmSync(directory, { recursive: true, force: true });
});

async function start(...args: string[]): Promise<ServerProcess> {
  const server = await startServerProcess([...freely, ...args]);
  running.push(server);
  return server;
}

async function createDatabase(name: string): Promise<string> {
  await postgres.psql(`CREATE DATABASE ${name}`);
  return `postgres://${user}@${postgres.address}/${name}`;
}

/** @returns a stopped store, its server's report, and the event count of each of its documents */
async function makeStore(name: string, events: number) {
  const data = join(directory, name);
  const server = await start('--data', data);
  const counts = await fillStore(server, events);
  const reports = await readReports(server);
  await server.stop();
  return { file: join(data, 'events.sqlite'), reports, counts };
}

test(
  'a store whose move is killed repeatedly resumes, and everything is stored once',
  thorough,
  async () => {
    const { file, reports } = await makeStore('killed', manyEvents);
    const to = await createDatabase('killed');
    for (const percent of ['10 %', '30 %', '60 %']) {
      const move = startMigrate(['--from', file, '--to', to]);
      await move.untilSays(`: ${percent}`);
      move.child.kill('SIGKILL');
      expect(await move.ended).toMatchObject({ code: null });
    }
    const moved = await runMigrate(['--from', file, '--to', to]);
    expect(moved, moved.errors).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^events +([\d,]+) +\1$/m),
    });
    // It resumes, not from the beginning.
    expect(moved.errors).not.toContain('Moving events: 0 %');

    const server = await start('--store', to);
    expect(await readReports(server)).toEqual({
      ...reports,
      // The only character that PostgreSQL cannot store.
      events: JSON.parse(JSON.stringify(reports.events).replaceAll('\\u0000', '\uFFFD')),
    });
    // Moved edits precede new ones.
    const edits = JSON.parse(
      await editWatchLater(server, 'ACTION_REMOVE_VIDEO_BY_VIDEO_ID', 'offstage001'),
    );
    expect(edits).toMatchObject({ videoIds: ['offstage002'] });

    const before = await summary(server);
    expect(await runMigrate(['--from', file, '--to', to])).toMatchObject({ code: 0 });
    expect(await summary(server)).toEqual(before);
  },
);

test(
  'a target that receives events of the same documents during the move stores each once',
  thorough,
  async () => {
    const { file, reports, counts } = await makeStore('shared', someEvents);
    const to = await createDatabase('shared');
    const server = await start('--store', to);
    // The same documents also start here, with numbers that the store has; others exist only in the
    // target.
    const load = startLoad(server.embedOrigin, {
      documents: 8,
      eventsPerBatch: 10,
      sids: [...counts.keys()].slice(0, 4),
    });
    const move = await runMigrate(['--from', file, '--to', to]);
    await load.untilAllGoOn('the move');
    await load.finish();
    expect(move).toMatchObject({ code: 0 });

    const highest = new Map(counts);
    for (const { sid, acknowledged } of load.senders)
      highest.set(sid, Math.max(highest.get(sid) ?? 0, acknowledged()));
    const rows = await postgres.psql(
      'SELECT sid, count(*), count(DISTINCT seq) FROM events GROUP BY sid',
      'shared',
    );
    const stored = rows.split('\n').map((line) => line.split('|'));
    expect(stored.filter(([, all, different]) => all !== different)).toEqual([]);
    expect(new Map(stored.map(([sid = '', all]) => [sid, Number(all)]))).toEqual(highest);
    const { events, duplicates, clients, missing } = await summary(server);
    const all = [...highest.values()].reduce((sum, count) => sum + count, 0);
    expect({ events, clients, missing }).toEqual({
      events: all,
      clients: highest.size,
      missing: reports.summary.missing,
    });
    // Each arrival is stored or a duplicate, for events of the store and of the load.
    const arrivals = reports.summary.events + reports.summary.duplicates + load.acknowledged();
    expect(events + duplicates).toBeGreaterThanOrEqual(arrivals);
  },
);

test(
  'if the database fails during a move, the command says so, and the next run resumes',
  thorough,
  async () => {
    const { file, reports } = await makeStore('gone', someEvents);
    const to = await createDatabase('gone');
    const move = startMigrate(['--from', file, '--to', to]);
    await move.untilSays(': 20 %');
    await postgres.psql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'gone'",
    );
    const ended = await move.ended;
    expect(ended).toMatchObject({ code: 1, output: '' });
    expect(ended.errors).toMatch(/^PostgreSQL ended the move \(.*run the same command again/m);
    expect(await runMigrate(['--from', file, '--to', to])).toMatchObject({ code: 0 });
    expect(await summary(await start('--store', to))).toEqual(reports.summary);
  },
);

test('two runs that move one store at the same time move nothing twice', thorough, async () => {
  const { file, reports } = await makeStore('twice', someEvents);
  // Its name, which the first move would assign, and which identifies its copies too.
  const named = new DatabaseSync(file);
  named.exec('PRAGMA application_id = 42');
  named.close();
  const copy = join(directory, 'copy.sqlite');
  copyFileSync(file, copy);
  const to = await createDatabase('twice');
  const moves = [
    startMigrate(['--from', file, '--to', to]),
    startMigrate(['--from', copy, '--to', to]),
  ];
  for (const { ended } of moves) {
    const { code, errors } = await ended;
    if (code !== 0) expect(errors).toContain('Another run is moving the same store');
  }
  expect(await runMigrate(['--from', file, '--to', to])).toMatchObject({ code: 0 });
  const server = await start('--store', to);
  expect(await summary(server)).toEqual(reports.summary);
  expect(await postgres.psql('SELECT count(*) FROM feedback', 'twice')).toBe('2');
});

test('an impossible move is refused with one sentence and writes nothing', thorough, async () => {
  const { file } = await makeStore('refused', 100);
  const to = await createDatabase('refused');
  const other = (name: string) => join(directory, name);
  writeFileSync(other('empty'), '');
  writeFileSync(other('text'), 'This is a text.\n'.repeat(1_000));
  const foreign = new DatabaseSync(other('foreign'));
  foreign.exec('CREATE TABLE recipes (name TEXT); PRAGMA user_version = 3');
  foreign.close();

  const refusals: [args: string[], sentence: RegExp][] = [
    [[], /--from FILE/],
    [['--from', file], /--to postgres:/],
    [['--from', file, '--to', 'mysql://root:secret@localhost/x'], /is not a PostgreSQL URL/],
    [['--form', file], /--help/],
    [['--from', other('nowhere'), '--to', to], /The file .*nowhere does not exist/],
    [['--from', other('empty'), '--to', to], /is not an event store/],
    [['--from', other('text'), '--to', to], /cannot be read .*right file/],
    [['--from', other('foreign'), '--to', to], /is not an event store/],
    [['--from', file, '--to', `postgres://${user}:secret@127.0.0.1:1/x`], /cannot be reached/],
    [['--from', file, '--to', to.replace('/refused', '/nowhere')], /no such database/],
  ];
  for (const [args, sentence] of refusals) {
    const { code, output, errors } = await runMigrate(args);
    expect({ args, code, output }).toEqual({ args, code: 2, output: '' });
    expect(errors).toMatch(sentence);
    expect(errors).not.toContain('secret');
    expect(errors.trim().split('\n')).toHaveLength(1);
  }
  const looked = new DatabaseSync(other('foreign'), { readOnly: true });
  expect(looked.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'recipes' }]);
  looked.close();

  const server = await start('--data', join(directory, 'refused'));
  expect(await runMigrate(['--from', file, '--to', to])).toMatchObject({
    code: 2,
    errors: expect.stringContaining('Another program has'),
  });
  await server.stop();

  const newer = new DatabaseSync(file);
  newer.exec('PRAGMA user_version = 999');
  newer.close();
  expect(await runMigrate(['--from', file, '--to', to])).toMatchObject({
    code: 2,
    errors: expect.stringContaining('has version 999'),
  });
  expect(
    await postgres.psql("SELECT count(*) FROM pg_tables WHERE tablename = 'moves'", 'refused'),
  ).toBe('0');
});

test('a target of a newer version stays unchanged', thorough, async () => {
  const { file } = await makeStore('newer', 100);
  const to = await createDatabase('newer');
  await start('--store', to);
  await postgres.psql('UPDATE store_version SET version = 999', 'newer');
  expect(await runMigrate(['--from', file, '--to', to])).toMatchObject({
    code: 2,
    errors: expect.stringContaining('has version 999'),
  });
  expect(await postgres.psql('SELECT count(*) FROM events', 'newer')).toBe('0');
});

import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { askPostgres } from '../../../../server/cli/doctor/ask-postgres.ts';
import { postgresMigrations } from '../../../../server/store/postgres/postgres-migrations.ts';
import { createDatabase, hostsOf, type TestDatabase } from '../support/postgres-database.ts';
import { runDoctor, runDoctorAlone } from '../support/run-doctor.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const current = postgresMigrations.length;

/** @returns the arguments of a server with this store */
function storedIn(url: string): string[] {
  const ports = ['--port', '0', '--demo-port', '0'];
  return ['--media', tempDirectory(), '--data', tempDirectory(), ...ports, '--store', url];
}

/** A database with a store that a server has made. */
async function usedDatabase(): Promise<TestDatabase> {
  const database = await createDatabase();
  const server = await startTestServer({ stores: [database.hosts], dataDir: tempDirectory() });
  await server.stop(0);
  return database;
}

test('a database without a store is fine, and the doctor makes no table', async () => {
  const database = await createDatabase();
  const { code, findings } = await runDoctorAlone(storedIn(database.url));
  expect(findings.store).toMatchObject({
    status: 'ok',
    message: expect.stringContaining('has no store yet; the server makes it.'),
  });
  expect(findings['store-clock']).toMatchObject({ status: 'ok' });
  expect(code).toBe(0);
  expect(await database.sql("SELECT to_regclass('store_version') AS made")).toEqual([
    { made: null },
  ]);
});

test.each([
  ['this', current, 'ok', `has this program’s version, ${current}.`],
  ['an older', current - 1, 'warning', `has version ${current - 1}; the next start updates it`],
  ['a newer', current + 1, 'problem', `supports versions up to ${current}.`],
])('a store of %s version is reported, and not migrated', async (_, version, status, says) => {
  const database = await usedDatabase();
  await database.sql(`UPDATE store_version SET version = ${version}`);
  const { findings } = await runDoctor(storedIn(database.url));
  expect(findings.store).toMatchObject({ status, message: expect.stringContaining(says) });
  expect(await database.sql('SELECT version FROM store_version')).toEqual([{ version }]);
});

test('a wrong database, a user without permission and an unreachable server are problems, without the password', async () => {
  const database = await createDatabase();
  const name = `guest_${Date.now()}`;
  await database.sql(`CREATE ROLE ${name} LOGIN PASSWORD 'secretword'`);
  onTestFinished(async () => void (await database.sql(`DROP ROLE ${name}`)));
  const guest = new URL(database.url);
  guest.username = name;
  guest.password = 'secretword';
  const wrong: [string, string][] = [
    [database.url.replace(/\/[^/]*$/, '/nowhere'), 'has no such database'],
    [guest.href, 'does not let this user create tables.'],
    ['postgres://someone:secretword@127.0.0.1:1/offstage', 'cannot be reached'],
  ];
  for (const [url, says] of wrong) {
    const { code, findings } = await runDoctor(storedIn(url));
    expect(code).toBe(1);
    expect(findings.store).toMatchObject({
      status: 'problem',
      message: expect.stringContaining(says),
      fix: expect.stringMatching(/^[A-Z].*\.$/),
    });
    expect(JSON.stringify(findings)).not.toContain('secretword');
    const isAnswering = findings['store-clock']?.status === 'ok';
    expect(findings['store-durability']?.status === 'problem').toBe(!isAnswering);
  }
});

test('of several servers one must accept writes; another that is away is a warning', async () => {
  const database = await usedDatabase();
  const away = database.url.replace(/@([^/]+)\//, '@$1,127.0.0.1:1/');
  const { code, findings } = await runDoctor(storedIn(away));
  expect(findings.store).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('cannot be reached'),
  });
  expect(code).toBe(0);
});

test('a replica that is no standby is a warning', async () => {
  const database = await usedDatabase();
  const { findings } = await runDoctor([
    ...storedIn(database.url),
    ...['--store-replica', database.url],
  ]);
  expect(findings['store-replica']).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('of --store-replica is no standby.'),
  });
});

test('a database that accepts connections and never answers is given up at the deadline', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const [host] = hostsOf(`postgres://127.0.0.1:${(server.address() as AddressInfo).port}/x`);
  if (host === undefined) throw new Error('no host');
  const question = { signal: new AbortController().signal, now: Date.now, answerMs: 50 };
  expect(await askPostgres(host, question)).toMatchObject({ ok: false, error: { code: 'AWAY' } });
});

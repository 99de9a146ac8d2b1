import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { findStoreUsers } from '../../../../server/cli/doctor/find-store-users.ts';
import { sqliteMigrations } from '../../../../server/store/sqlite/sqlite-migrations.ts';
import { asOrdinaryUser } from '../support/as-ordinary-user.ts';
import { runDoctor, runDoctorAlone } from '../support/run-doctor.ts';
import { runOffstage } from '../support/run-offstage.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { takePort } from '../support/take-port.ts';
import { tempDirectory } from '../support/temp-directory.ts';

/** Ports of this call are not looked at, and both directories are the test's own. */
function place(dataDir: string, mediaDir = tempDirectory()): string[] {
  return ['--media', mediaDir, '--data', dataDir, '--port', '0', '--demo-port', '0'];
}

/** A data directory as a server has left it. */
async function usedDataDirectory(): Promise<string> {
  const dataDir = tempDirectory();
  const server = await startTestServer({ dataDir });
  await server.stop(0);
  return dataDir;
}

test('a fresh machine has no problems, and the doctor makes nothing', async () => {
  const dataDir = join(tempDirectory(), 'data');
  const { code, findings, stderr } = await runDoctor(place(dataDir));
  expect(code).toBe(0);
  expect(findings.data).toMatchObject({ status: 'warning' });
  expect(findings.data?.message).toBe(`The data directory ${dataDir} does not exist.`);
  expect(findings.store).toMatchObject({ status: 'ok', fix: null });
  expect(existsSync(dataDir)).toBe(false);
  expect(stderr).toContain('The public address is not checked; name it with --origin');
});

test('a running server is recognized by its ports, its readiness and its data directory', async () => {
  const dataDir = tempDirectory();
  const mediaDir = tempDirectory();
  const server = await startTestServer({ dataDir, mediaDir });
  const ports = ['--port', `${server.embedPort}`, '--demo-port', `${server.demoPort}`];
  const { code, findings } = await runDoctorAlone([
    ...['--media', mediaDir, '--data', dataDir],
    ...ports,
  ]);
  expect(findings.port?.message).toBe(
    `Port ${server.embedPort} belongs to an Offstage server, which answers.`,
  );
  expect(findings['demo-port']?.message).toContain('belongs to an Offstage server');
  expect(findings.server).toMatchObject({ status: 'ok' });
  expect(findings['data-use']?.message).toBe(
    `The running server (process ${process.pid}) uses this data directory.`,
  );
  expect(findings.store).toMatchObject({ status: 'ok' });
  expect(findings.data).toMatchObject({ status: 'ok' });
  expect(code).toBe(0);
});

test('a port of another program, and a server that does not accept events, are problems', async () => {
  const taken = await takePort('127.0.0.1');
  const server = await startTestServer();
  await server.drain(0);
  const { code, findings } = await runDoctor([
    ...place(tempDirectory()).slice(0, 4),
    ...['--port', `${server.embedPort}`, '--demo-port', `${taken}`],
  ]);
  expect(code).toBe(1);
  expect(findings['demo-port']).toEqual({
    check: 'demo-port',
    status: 'problem',
    message: `Port ${taken} is in use by another program, or by a server that does not answer.`,
    fix: 'Stop that program, or choose another port with --demo-port.',
  });
  expect(findings.server).toMatchObject({
    status: 'problem',
    message: 'The running server is not ready (DRAINING: The server is shutting down.).',
  });
});

test('a data directory that a program uses without answering on --port is a problem', async () => {
  const dataDir = await usedDataDirectory();
  const database = new DatabaseSync(join(dataDir, 'events.sqlite'));
  onTestFinished(() => database.close());
  database.exec('BEGIN; SELECT * FROM totals');
  const { code, findings } = await runDoctorAlone(place(dataDir));
  expect(code).toBe(1);
  expect(findings['data-use']).toMatchObject({
    status: 'problem',
    message: `A running program (process ${process.pid}) uses this data directory, but no Offstage server answers on --port.`,
  });
});

test('a process of another user that has the store open is found by its locks', async () => {
  const directory = tempDirectory();
  chmodSync(directory, 0o755);
  const file = join(directory, 'events.sqlite');
  const holds = `const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(process.argv[1]);
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE events (row)');
    console.log('open');
    setInterval(() => {}, 1_000_000);`;
  const holder = spawn(process.execPath, ['-e', holds, file], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  // As root, this process could read the descriptors of every process.
  expect(await asOrdinaryUser(() => findStoreUsers(file))).toEqual([holder.pid]);
});

test('files that all users may read are a problem with the command that closes them; a group is a warning', async () => {
  const dataDir = await usedDataDirectory();
  const store = join(dataDir, 'events.sqlite');
  chmodSync(store, 0o644);
  const open = await runDoctor(place(dataDir));
  expect(open.code).toBe(1);
  expect(open.findings.data).toMatchObject({
    status: 'problem',
    fix: `Close them: chmod 600 ${store}.`,
  });
  expect(statSync(store).mode & 0o777).toBe(0o644);
  chmodSync(store, 0o600);
  chmodSync(dataDir, 0o750);
  const shared = await runDoctor(place(dataDir));
  expect(shared.code).toBe(0);
  expect(shared.findings.data).toMatchObject({ status: 'warning' });
  expect(shared.findings.data?.fix).toContain(`chmod 700 ${dataDir}`);
});

test('a directory that is missing or a file is a problem', async () => {
  const mediaDir = join(tempDirectory(), 'none');
  const dataDir = join(tempDirectory({ file: 'x' }), 'file');
  const { code, findings } = await runDoctor(place(dataDir, mediaDir));
  expect(code).toBe(1);
  expect(findings.media).toMatchObject({
    status: 'problem',
    message: `The media directory ${mediaDir} does not exist.`,
    fix: 'Create it, or choose another with --media.',
  });
  expect(findings.data).toMatchObject({ message: `${dataDir} is not a directory.` });
});

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
    const { code, findings } = await runDoctor(place(dataDir));
    expect(findings.store).toMatchObject({ status, message: expect.stringContaining(says) });
    expect(findings.store?.fix).toMatch(/^[A-Z].*\.$/);
    expect(code).toBe(status === 'problem' ? 1 : 0);
    expect(readdirSync(dataDir)).toEqual(before);
  },
);

test('rows that a killed server has left in the journal are read, too', async () => {
  const dataDir = await usedDataDirectory();
  const store = join(dataDir, 'events.sqlite');
  const copy = tempDirectory();
  const database = new DatabaseSync(store);
  database.exec(`PRAGMA user_version = ${sqliteMigrations.length + 7}`);
  // As a killed process leaves them: the journal is not merged.
  for (const name of readdirSync(dataDir))
    writeFileSync(join(copy, name), readFileSync(join(dataDir, name)));
  database.close();
  chmodSync(copy, 0o700);
  const { findings } = await runDoctor(place(copy));
  expect(findings.store?.message).toContain(`has version ${sqliteMigrations.length + 7}`);
  expect(findings['data-use']?.message).toContain('The last one was killed');
});

/** A program that prints this for every question. */
function fakeTool(script: string): Record<string, string> {
  const directory = tempDirectory({ tool: `#!/bin/sh\n${script}\n` });
  chmodSync(join(directory, 'tool'), 0o755);
  symlinkSync(join(directory, 'tool'), join(directory, 'probe'));
  return { FFMPEG_PATH: join(directory, 'tool'), FFPROBE_PATH: join(directory, 'probe') };
}

test.each([
  ['missing', { FFMPEG_PATH: '/nowhere/ffmpeg' }, '/nowhere/ffmpeg is not installed'],
  ['broken', fakeTool.bind(null, 'echo no library >&2; exit 3'), 'does not run (no library)'],
  ['endless', fakeTool.bind(null, 'yes'), 'does not run'],
  [
    'without an encoder',
    fakeTool.bind(null, 'echo ffmpeg version 6.1'),
    'lacks libx264 (encoders)',
  ],
])('ffmpeg that is %s is a warning, because only add needs it', async (_, env, says) => {
  const { code, findings } = await runDoctor(
    place(tempDirectory()),
    typeof env === 'function' ? env() : env,
  );
  expect(code).toBe(0);
  expect(findings.ffmpeg).toMatchObject({
    status: 'warning',
    message: expect.stringContaining(says),
    fix: expect.stringMatching(/^Install ffmpeg 5 or later.*, or name .*\.$/),
  });
});

test('without --json each check is a line: status, name, sentence and way out', async () => {
  const mediaDir = join(tempDirectory(), 'none');
  const { code, stdout } = await runOffstage(['doctor', ...place(tempDirectory(), mediaDir)]);
  expect(code).toBe(1);
  const lines = stdout.trimEnd().split('\n');
  for (const line of lines) expect(line).toMatch(/^(ok|warning|problem) +[a-z-]+ +[^ ].*\.$/);
  expect(lines.map((line) => line.split(/ +/)[1])).toEqual([
    'port',
    'demo-port',
    'server',
    'media',
    'data',
    'data-use',
    'store',
    'disk-media',
    'disk-data',
    'ffmpeg',
  ]);
  expect(lines[3]).toBe(
    `problem  media       The media directory ${mediaDir} does not exist. Create it, or choose another with --media.`,
  );
});

test.each([
  [['--port', 'x'], '--port "x" is not a port; give a number from 0 to 65535.'],
  [
    ['--origin', 'video.example'],
    '--origin "video.example" is not an origin; use the public scheme',
  ],
  [['--prot', '1'], 'Unknown option --prot; offstage doctor --help lists the options.'],
  [['--trusted-proxy', 'all'], '--trusted-proxy "all" is invalid'],
])('doctor %j is refused with 2 before any check', async (args, sentence) => {
  expect(await runOffstage(['doctor', ...args])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(sentence),
  });
});

/** A public address that answers every request with this. */
async function answering(
  headers: Record<string, string> | (() => Record<string, string>),
  body = '{"status":"ok"}',
  status = 200,
): Promise<string> {
  const server = createServer((_, answer) =>
    answer.writeHead(status, typeof headers === 'function' ? headers() : headers).end(body),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['another program', {}, 'hello', 200, 'Another program answers at'],
  ['a redirect', { Location: '/healthz' }, '', 302, 'redirects to /healthz.'],
  ['a proxy without its server', {}, 'Bad', 502, 'does not reach the server (status 502).'],
])('a public address with %s is a problem', async (_, headers, body, status, says) => {
  const origin = await answering(headers, body, status);
  const { code, findings } = await runDoctor([...place(tempDirectory()), '--origin', origin]);
  expect(code).toBe(1);
  expect(findings.address).toMatchObject({
    status: 'problem',
    message: expect.stringContaining(says),
  });
  expect(findings.proxy).toMatchObject({ status: 'problem' });
});

test('a public address whose clock is wrong by an hour is a problem', async () => {
  const origin = await answering(() => ({
    Date: new Date(Date.now() - 3_600_000).toUTCString(),
  }));
  const { findings } = await runDoctor([...place(tempDirectory()), '--origin', origin]);
  expect(findings.address).toMatchObject({ status: 'ok' });
  expect(findings.clock?.message).toMatch(
    /^The clock of the public address is 3,(599|600|601) s behind this machine’s\.$/,
  );
  expect(findings.clock).toMatchObject({ status: 'problem' });
});

test('a server that is reached directly has the right address and clock', async () => {
  const server = await startTestServer();
  const { findings } = await runDoctor([...place(tempDirectory()), '--origin', server.embed]);
  for (const name of ['address', 'proxy', 'tls', 'clock'])
    expect(findings[name], name).toMatchObject({ status: 'ok' });
});

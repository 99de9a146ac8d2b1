import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installation } from '../../support/installation.ts';
import { runDoctor, runDoctorAlone } from '../../support/run-doctor.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { takePort } from '../../support/take-port.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { usedDataDirectory } from '../../support/used-data-directory.ts';

test('a fresh machine has no problems, and the doctor makes nothing', async () => {
  const dataDir = join(tempDirectory(), 'data');
  const { code, findings, stderr } = await runDoctor(installation(dataDir), {
    FFMPEG_PATH: process.env.FFMPEG_PATH ?? 'ffmpeg',
    FFPROBE_PATH: process.env.FFPROBE_PATH ?? 'ffprobe',
  });
  expect(code).toBe(0);
  expect(findings.ffmpeg).toMatchObject({ status: 'ok' });
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
    ...installation().slice(0, 4),
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

test('a directory that is missing or a file is a problem, also with a semicolon in its name', async () => {
  const mediaDir = join(tempDirectory(), 'one; two');
  const dataDir = join(tempDirectory({ file: 'x' }), 'file');
  const { code, findings } = await runDoctor(installation(dataDir, mediaDir));
  expect(code).toBe(1);
  expect(findings.media).toMatchObject({
    status: 'problem',
    message: `The media directory ${mediaDir} does not exist.`,
    fix: 'Create it, or choose another with --media.',
  });
  expect(findings.data).toMatchObject({ message: `${dataDir} is not a directory.` });
});

test('files that all users may read are a problem with the command that closes them; a group is a warning', async () => {
  const dataDir = await usedDataDirectory();
  const store = join(dataDir, 'events.sqlite');
  chmodSync(store, 0o644);
  const open = await runDoctor(installation(dataDir));
  expect(open.code).toBe(1);
  expect(open.findings.data).toMatchObject({
    status: 'problem',
    fix: `Close them: chmod 600 ${store}.`,
  });
  expect(statSync(store).mode & 0o777).toBe(0o644);
  chmodSync(store, 0o600);
  chmodSync(dataDir, 0o750);
  const shared = await runDoctor(installation(dataDir));
  expect(shared.code).toBe(0);
  expect(shared.findings.data).toMatchObject({ status: 'warning' });
  expect(shared.findings.data?.fix).toContain(`chmod 700 ${dataDir}`);
});

test('directories with odd names are checked like others, and the printed command closes such a directory', async () => {
  const odd = `It's #1 50% a?b $(exit 9) שלום`;
  const [dataDir, mediaDir] = ['data', 'media'].map((name) => join(tempDirectory(), odd, name));
  for (const directory of [dataDir, mediaDir]) mkdirSync(directory ?? '', { recursive: true });
  const server = await startTestServer({ dataDir });
  await server.stop(0);
  chmodSync(dataDir ?? '', 0o755);
  const { findings } = await runDoctor(installation(dataDir, mediaDir));
  expect(findings.store).toMatchObject({ status: 'ok' });
  expect(findings.media).toMatchObject({ status: 'ok' });
  const [, command = ''] = /^Close them: (chmod .*)\.$/.exec(findings.data?.fix ?? '') ?? [];
  execFileSync('bash', ['-c', command]);
  expect((await runDoctor(installation(dataDir, mediaDir))).findings.data?.message).toBe(
    `${dataDir} can be read and written, by this user only.`,
  );
});

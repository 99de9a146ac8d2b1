import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { runNginx } from '../../e2e/support/run-nginx.ts';
import { findPostgres } from '../../scripts/lib/find-postgres.js';
import { until } from '../support/until.ts';
import { logBatch, logEvent } from '../unit/server/support/log-batches.ts';
import { bundledMediaDir } from '../unit/server/support/media-samples.ts';
import { query } from '../unit/server/support/postgres-database.ts';
import { createPostgresServer, endPostgresServer } from '../unit/server/support/postgres-server.ts';
import { freePort, makeCertificate } from '../unit/server/support/run-proxy.ts';
import { tempDirectory } from '../unit/server/support/temp-directory.ts';
import {
  documentedDatabaseCommands,
  readCompose,
  readImage,
  readNginxConfig,
  type Service,
} from './compose-files.ts';
import { askByHttps } from './documented-proxies.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const message = 'Write POSTGRES_PASSWORD=… into packaging/.env';

test('without a password, Compose says where to write one', () => {
  expect(() => readCompose({})).toThrow(message);
});

test('PostgreSQL, server and nginx of compose.yaml run together: a page and an event go through all three, and the documented backup keeps the event', async () => {
  const postgres = await createPostgresServer();
  onTestFinished(() => endPostgresServer(postgres));
  const password = decodeURIComponent(new URL(postgres.url).password);
  const services = readCompose({ POSTGRES_PASSWORD: password });
  const database = serviceOf(services, 'postgres');
  const databaseEnv = {
    PATH: `${findPostgres()}${delimiter}${process.env.PATH}`,
    PGPORT: String(postgres.port),
  };
  const isDatabaseHealthy = () => passes(database.healthcheck?.test.slice(1) ?? [], databaseEnv);
  expect(database.environment).toEqual({
    POSTGRES_USER: 'offstage',
    POSTGRES_DB: 'offstage',
    POSTGRES_PASSWORD: password,
  });
  expect(isDatabaseHealthy()).toBe(false);
  await postgres.start();
  expect(isDatabaseHealthy()).toBe(true);
  // As its image does at the first start.
  await query(postgres.url, 'CREATE DATABASE offstage');

  const image = readImage();
  const offstage = serviceOf(services, 'offstage');
  const nginx = serviceOf(services, 'nginx');
  expect(offstage.environment.OFFSTAGE_TRUSTED_PROXY).toBe(nginx.networks.default.ipv4_address);
  const dataDir = tempDirectory();
  const serverPort = freePort();
  const env = {
    ...image.env,
    ...offstage.environment,
    PATH: process.env.PATH,
    OFFSTAGE_STORE: offstage.environment.OFFSTAGE_STORE?.replace(
      '@postgres/',
      `@127.0.0.1:${postgres.port}/`,
    ),
    OFFSTAGE_TRUSTED_PROXY: '127.0.0.1',
    OFFSTAGE_MEDIA: bundledMediaDir,
    OFFSTAGE_DATA: dataDir,
    OFFSTAGE_PORT: String(serverPort),
    OFFSTAGE_DEMO_PORT: '0',
  };
  const [program = '', ...args] = image.command;
  const server = spawn(program, args, { cwd: root, env });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const ended = once(server, 'close');
  onTestFinished(() => void server.kill('SIGKILL'));
  const hasStarted = /Operator's token\s+kept in/;
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null;
  await until(() => hasStarted.test(output) || hasEnded());
  expect(output).toMatch(hasStarted);
  expect(passes(image.healthcheck, env)).toBe(true);

  const [port, plainPort, certificate] = [freePort(), freePort(), makeCertificate()];
  const stopNginx = await runNginx(
    tempDirectory(),
    withReplaced(readNginxConfig(), [
      ['offstage:4400', `127.0.0.1:${serverPort}`],
      ['listen 80;', `listen 127.0.0.1:${plainPort};`],
      ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
      ['/etc/nginx/tls/fullchain.pem', `${certificate}/cert.pem`],
      ['/etc/nginx/tls/key.pem', `${certificate}/key.pem`],
    ]),
    port,
  );
  onTestFinished(stopNginx);
  const proxy = { port, plainPort };
  expect((await askByHttps(proxy, '/embed/offstage001')).body.toString()).toContain('Four Lights');
  const sent = await askByHttps(proxy, '/youtubei/v1/log_event', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(logBatch([logEvent(1), logEvent(2)])),
  });
  expect(sent.status).toBe(200);
  const eventCount = async () => {
    const url = postgres.url.replace(/postgres$/, 'offstage');
    return (await query(url, 'SELECT seq FROM events')).length;
  };
  expect(await eventCount()).toBe(2);
  const token = readFileSync(join(dataDir, 'operator-token'), 'utf8').trim();
  const headers = { Authorization: `Bearer ${token}` };
  expect((await askByHttps(proxy, '/telemetry/summary', { headers })).status).toBe(200);

  server.kill('SIGTERM');
  await ended;
  expect(server.exitCode).toBe(0);

  const [backUp = '', ...restore] = documentedDatabaseCommands();
  expect(restore).toHaveLength(3);
  const directory = tempDirectory();
  const run = (command: string) => {
    const { status, stderr } = spawnSync('sh', ['-c', command], {
      cwd: directory,
      env: { ...databaseEnv, PGHOST: '127.0.0.1', PGPASSWORD: password },
      encoding: 'utf8',
    });
    expect(status, `${command}: ${stderr}`).toBe(0);
  };
  run(backUp);
  await query(postgres.url.replace(/postgres$/, 'offstage'), 'DELETE FROM events');
  for (const command of restore) run(command);
  expect(await eventCount()).toBe(2);
});

test('the configuration of nginx for Compose is the documented one', () => {
  const docs = readFileSync(join(root, 'docs/self-hosting/proxies.md'), 'utf8');
  const [, documented = ''] = /```nginx\n([\s\S]*?)```/.exec(docs) ?? [];
  const directives = (text: string) =>
    text.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  expect(directives(readNginxConfig())).toEqual(
    directives(
      withReplaced(documented, [
        ['127.0.0.1:4400', 'offstage:4400'],
        ['server_name video.example;', 'server_name _;'],
        ['/etc/ssl/video.example/', '/etc/nginx/tls/'],
      ]),
    ),
  );
});

function serviceOf(services: Record<string, Service>, name: string): Service {
  const service = services[name];
  if (service === undefined) throw new Error(`compose.yaml has no service ${name}`);
  return service;
}

function passes([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): boolean {
  return spawnSync(program, args, { env, stdio: 'ignore' }).status === 0;
}

function withReplaced(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((changed, [before, after]) => {
    expect(changed).toContain(before);
    return changed.replaceAll(before, after);
  }, text);
}

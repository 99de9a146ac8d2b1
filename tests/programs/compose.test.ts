import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { type ComposeService, readCompose, serviceOf } from '../../e2e/support/read-compose.ts';
import { runNginx } from '../../e2e/support/run-nginx.ts';
import { findPostgres } from '../../scripts/lib/find-postgres.js';
import { until } from '../support/until.ts';
import { freePort } from '../unit/server/support/free-port.ts';
import { logBatch, logEvent } from '../unit/server/support/log-batches.ts';
import { bundledMediaDir } from '../unit/server/support/media-samples.ts';
import { query } from '../unit/server/support/postgres-database.ts';
import { createPostgresServer, endPostgresServer } from '../unit/server/support/postgres-server.ts';
import { makeCertificate } from '../unit/server/support/run-proxy.ts';
import { tempDirectory } from '../unit/server/support/temp-directory.ts';
import { documentedDatabaseCommands, readImage, readNginxConfig } from './compose-files.ts';
import { askByHttps } from './documented-proxies.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const message = 'Write POSTGRES_PASSWORD=… into packaging/.env';

test('without a password, Compose says where to write one', () => {
  expect(() => readCompose('packaging/compose.yaml', {})).toThrow(message);
});

test('PostgreSQL, server and nginx of compose.yaml run together: a page and an event go through all three, and the documented backup keeps the event', async () => {
  const postgres = await createPostgresServer();
  onTestFinished(() => endPostgresServer(postgres));
  const password = decodeURIComponent(new URL(postgres.url).password);
  const services = readCompose('packaging/compose.yaml', { POSTGRES_PASSWORD: password });
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

  const { server, proxy, dataDir } = await startContainers(services, (url) =>
    url.replace('@postgres/', `@127.0.0.1:${postgres.port}/`),
  );
  expect(await sendEvents(proxy)).toBe(200);
  const eventCount = async () => {
    const url = postgres.url.replace(/postgres$/, 'offstage');
    return (await query(url, 'SELECT seq FROM events')).length;
  };
  // A slow store gets them from the spool.
  await expect.poll(eventCount).toBe(2);
  const token = readFileSync(join(dataDir, 'operator-token'), 'utf8').trim();
  const headers = { Authorization: `Bearer ${token}` };
  expect((await askByHttps(proxy, '/telemetry/summary', { headers })).status).toBe(200);

  const ended = once(server, 'close');
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

test('a server and nginx of cluster/servers.yaml run together, with a store, a token and a key from .env', async () => {
  const postgres = await createPostgresServer();
  onTestFinished(() => endPostgresServer(postgres));
  await postgres.start();
  const env = {
    OFFSTAGE_STORE: postgres.url,
    OFFSTAGE_TOKEN: 'operator-of-the-cluster',
    OFFSTAGE_SIGNING_KEY: 'one-key-for-all-servers-of-the-cluster',
  };
  for (const name of Object.keys(env))
    expect(() => readCompose('packaging/cluster/servers.yaml', { ...env, [name]: '' })).toThrow(
      `Write ${name}=`,
    );
  const services = readCompose('packaging/cluster/servers.yaml', env);
  const { proxy, dataDir } = await startContainers(services, (url) => url);
  expect(await sendEvents(proxy)).toBe(200);
  await expect.poll(() => query(postgres.url, 'SELECT seq FROM events')).toHaveLength(2);
  const headers = { Authorization: `Bearer ${env.OFFSTAGE_TOKEN}` };
  expect((await askByHttps(proxy, '/telemetry/summary', { headers })).status).toBe(200);
  expect(existsSync(join(dataDir, 'operator-token'))).toBe(false);
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

/**
 * Runs the containers of a server and its nginx as processes, and checks that a page comes through
 * both.
 * @param placeStore changes the address of the store to one of this machine
 */
async function startContainers(
  services: Record<string, ComposeService>,
  placeStore: (url: string) => string,
) {
  const image = readImage();
  const offstage = serviceOf(services, 'offstage');
  const nginx = serviceOf(services, 'nginx');
  expect(offstage.environment.OFFSTAGE_TRUSTED_PROXY).toBe(nginx.networks.default.ipv4_address);
  const dataDir = tempDirectory();
  const serverPort = await freePort();
  const env = {
    ...image.env,
    ...offstage.environment,
    PATH: process.env.PATH,
    OFFSTAGE_STORE: placeStore(offstage.environment.OFFSTAGE_STORE ?? ''),
    OFFSTAGE_TRUSTED_PROXY: '127.0.0.1',
    OFFSTAGE_MEDIA: bundledMediaDir,
    OFFSTAGE_DATA: dataDir,
    OFFSTAGE_PORT: String(serverPort),
    OFFSTAGE_DEMO_PORT: '0',
  };
  const [program = '', ...args] = image.command;
  const server = spawn(program, args, { cwd: root, env });
  onTestFinished(() => void server.kill('SIGKILL'));
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null;
  await until(() => output.includes('Stop it with') || hasEnded());
  expect(output).toContain('Stop it with');
  expect(passes(image.healthcheck, env)).toBe(true);

  const [port, plainPort, certificate] = [await freePort(), await freePort(), makeCertificate()];
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
  return { server, proxy, dataDir };
}

/** @returns the intake's status for two events */
async function sendEvents(proxy: Parameters<typeof askByHttps>[0]): Promise<number> {
  const { status } = await askByHttps(proxy, '/youtubei/v1/log_event', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(logBatch([logEvent(1), logEvent(2)])),
  });
  return status;
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

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createHealthRoutes } from '../../../../server/operator/health/health-routes.ts';
import { createStoreWatch } from '../../../../server/operator/health/store-watch.ts';
import type { StartOptions } from '../../../../server/start/start-options.ts';
import { StoreError } from '../../../../server/store/store-problem.ts';
import { ok } from '../../../../shared/tools/result.ts';
import { until } from '../../../support/until.ts';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer, testOptions } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const runnerFile = fileURLToPath(new URL('../support/run-test-server.ts', import.meta.url));

interface Running {
  child: ChildProcess;
  origin: string;
  /** Its printed lines. */
  lines: Record<string, unknown>[];
  ended: Promise<unknown>;
}

/** A server in its own process, which logs as JSON. */
async function run(options: StartOptions): Promise<Running> {
  const child = spawn(process.execPath, [runnerFile, JSON.stringify({ ...options, log: 'json' })], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines: Record<string, unknown>[] = [];
  let rest = '';
  child.stdout?.on('data', (chunk) => {
    const parts = `${rest}${chunk}`.split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts.map((line) => JSON.parse(line)));
  });
  const ended = once(child, 'exit');
  await until(() => lines.some(({ code }) => code === 'LISTENING'));
  const port = lines.find(({ code }) => code === 'LISTENING')?.port;
  return { child, origin: `http://127.0.0.1:${port}`, lines, ended };
}

/** Sends a batch on a keep-alive connection. */
function sendBatch(
  origin: string,
  agent: Agent,
  seq: number,
): Promise<{ status: number; connection: string }> {
  const body = JSON.stringify(logBatch([logEvent(seq)]));
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}/youtubei/v1/log_event`, { method: 'POST', agent }, (reply) => {
      reply.resume();
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, connection: reply.headers.connection ?? '' }),
      );
      reply.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

test('behind a balancer that checks /readyz, a server that stops under load loses no request and no acknowledged event [feature-drain]', async () => {
  const dataDir = tempDirectory();
  const server = await startTestServer({ dataDir });
  const origin = server.embed;
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const acknowledged: number[] = [];
  const failures: unknown[] = [];
  let isReady = true;
  let closing = 0;
  let next = 0;
  const clients = Array.from({ length: 8 }, async () => {
    while (isReady) {
      next += 1;
      const seq = next;
      try {
        const { status, connection } = await sendBatch(origin, agent, seq);
        if (status === 200) acknowledged.push(seq);
        else failures.push(status);
        if (connection === 'close') closing += 1;
      } catch (error) {
        failures.push(error);
      }
    }
  });
  await expect.poll(() => acknowledged.length).toBeGreaterThan(50);
  // A signal begins with this, and waits for `--drain-ms` before it stops.
  await server.drain(0);
  const { status, body } = await rawRequest(origin, '/readyz');
  expect([status, JSON.parse(body).error.code]).toEqual([503, 'DRAINING']);
  // It is live, and still accepts requests.
  expect((await rawRequest(origin, '/healthz')).status).toBe(200);
  expect((await sendBatch(origin, agent, 1_000_000)).connection).toBe('close');
  await expect.poll(() => closing).toBeGreaterThan(0);
  isReady = false;
  await Promise.all(clients);
  await server.stop(600_000);
  expect(failures).toEqual([]);
  const store = new DatabaseSync(join(dataDir, 'events.sqlite'));
  const stored = new Set(
    store
      .prepare('SELECT seq FROM events')
      .all()
      .map(({ seq }) => Number(seq)),
  );
  store.close();
  expect(acknowledged.filter((seq) => !stored.has(seq))).toEqual([]);
});

test('a batch that has half arrived when the listener closes is accepted and answered', async () => {
  const server = await startTestServer();
  const origin = server.embed;
  const body = JSON.stringify(logBatch([logEvent(1)]));
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(origin).port) });
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(
    `POST /youtubei/v1/log_event HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n${body.slice(0, 10)}`,
  );
  // The server has read the head.
  await expect.poll(() => answer).toContain('100 Continue');
  const stopped = server.stop(600_000);
  await expect
    .poll(() =>
      rawRequest(origin, '/healthz').then(
        () => 'open',
        (error) => error.code,
      ),
    )
    .toBe('ECONNREFUSED');
  socket.write(body.slice(10));
  await once(socket, 'close');
  expect(answer).toContain('HTTP/1.1 200 OK');
  expect(answer).toMatch(/Connection: close/i);
  expect(answer).toContain('"accepted":1');
  await stopped;
});

test('a second signal ends it at once', async () => {
  const { child, origin, ended } = await run(testOptions({ drainMs: 600_000 }));
  child.kill('SIGTERM');
  await expect.poll(async () => (await rawRequest(origin, '/readyz')).status).toBe(503);
  child.kill('SIGTERM');
  await ended;
  expect(child.exitCode).toBe(1);
});

test('a server is ready when its store answers, and not when it does not; it is live either way', async () => {
  const server = await startTestServer();
  const ready = await rawRequest(server.embed, '/readyz');
  expect(ready).toMatchObject({ status: 200, body: '{"status":"ready"}' });
  expect(ready.headers['cache-control']).toBe('no-store');
  const reported: unknown[] = [];
  const broken = createHealthRoutes({
    canSpool: () => false,
    storeWatch: createStoreWatch(
      { summary: () => Promise.reject(new Error('away')), probeWrite: async () => ok(undefined) },
      { reportError: (error) => reported.push(error) },
    ),
    isDraining: () => false,
  });
  const reply = await broken.request('/readyz');
  expect(reply.status).toBe(503);
  expect(await reply.json()).toMatchObject({ error: { code: 'STORE_UNAVAILABLE' } });
  expect((await broken.request('/healthz')).status).toBe(200);
  expect(reported).toHaveLength(1);
});

test('a store that is away makes the server unready at each check, and is no unexpected failure', async () => {
  const reported: unknown[] = [];
  const message = 'The event store cannot be reached; send the request again later.';
  const routes = createHealthRoutes({
    canSpool: () => false,
    storeWatch: createStoreWatch(
      {
        summary: () => Promise.reject(new StoreError({ code: 'STORE_AWAY', message })),
        probeWrite: async () => ok(undefined),
      },
      { reportError: (error) => reported.push(error) },
    ),
    isDraining: () => false,
  });
  for (const _ of [1, 2]) {
    const { status, headers } = await routes.request('/readyz');
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  }
  expect(reported).toEqual([]);
});

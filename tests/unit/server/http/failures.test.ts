import { mkdirSync, rmSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRequestListener } from '../../../../server/http/create-request-listener.ts';
import { addErrorReplies } from '../../../../server/http/error-reply.ts';
import { listen } from '../../../../server/http/listen.ts';
import type { ServerEnv } from '../../../../server/http/server-env.ts';
import { streamBody } from '../../../../server/http/stream-body.ts';
import { demoSlots } from '../../../../server/pages/demo/demo-routes.ts';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { firstBytes, get, openSocket } from '../support/open-socket.ts';
import { type RawReply, rawRequest } from '../support/raw-request.ts';
import { rawSocket } from '../support/raw-socket.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const demoPage = demoSlots
  .map((name) => `<!--offstage:${name}--><!--/offstage:${name}-->`)
  .join('');

/** The whole text that a failed answer may have. */
function expectNothingReported({ status, headers, body }: RawReply): void {
  expect(status).toBe(500);
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(JSON.parse(body)).toEqual({
    error: {
      code: 'INTERNAL',
      message: expect.stringMatching(
        /^The server failed; the cause is in its log, under [\da-f-]{36}\.$/,
      ),
    },
  });
}

test('when the store fails no answer of either origin reveals details, and files are still served [threat-refusals]', async () => {
  const dataDir = tempDirectory();
  const server = await startTestServer({ dataDir });
  const database = new DatabaseSync(join(dataDir, 'events.sqlite'));
  // The start must be complete, or it fails too.
  const isMaintained = database.prepare('SELECT count(*) AS count FROM store_clock');
  await expect.poll(() => isMaintained.get()).toEqual({ count: 1 });
  for (const table of ['events', 'totals', 'errors', 'log_entries'])
    database.exec(`DROP TABLE IF EXISTS ${table}`);
  database.close();
  const body = JSON.stringify(logBatch([logEvent(1)]));
  const log = await rawRequest(server.embed, '/youtubei/v1/log_event', { method: 'POST', body });
  expectNothingReported(log);
  expect(log.headers['x-content-type-options']).toBe('nosniff');
  for (const origin of [server.embed, server.demo])
    for (const path of ['/telemetry/summary', '/telemetry/events', '/telemetry/events?last=5'])
      expectNothingReported(await rawRequest(origin, path));
  expect(server.errors).toHaveLength(7);
  expect((await rawRequest(server.embed, '/embed/x')).status).toBe(200);
});

test('when the built page disappears the demo origin reports only that nothing was found', async () => {
  const demoDir = tempDirectory({
    'index.html': demoPage,
    'clients.html': demoPage,
    'compare.html': demoPage,
    'builder.html': demoPage,
  });
  const server = await startTestServer({ demoDir });
  rmSync(demoDir, { recursive: true });
  mkdirSync(demoDir);
  const reply = await rawRequest(server.demo, '/assets/demo-abc.js');
  expect([reply.status, reply.body]).toEqual([
    404,
    '{"error":{"code":"NOT_FOUND","message":"There is nothing at /assets/demo-abc.js."}}',
  ]);
});

async function startApp(chunks: () => AsyncGenerator<Buffer>) {
  const errors: unknown[] = [];
  const reportError = (error: unknown) => errors.push(error);
  const app = new Hono<ServerEnv>();
  addErrorReplies(app, reportError);
  app.get('/', (context) =>
    streamBody(context, chunks(), { contentType: 'text/plain', reportError }),
  );
  const listener = await listen(createRequestListener(app, new BlockList()), {
    host: '127.0.0.1',
    port: 0,
    portOption: '--port',
  });
  if (!listener.ok) throw new Error(listener.error.message);
  onTestFinished(() => listener.value.stop(0));
  return { port: listener.value.port, errors };
}

test('an error before the first byte of a long answer is a normal failure', async () => {
  const { port, errors } = await startApp(async function* () {
    yield* [];
    throw new Error('secret detail');
  });
  expectNothingReported(await rawRequest(`http://127.0.0.1:${port}`, '/'));
  expect(errors).toHaveLength(1);
});

test('an error in the middle of a long answer cuts it off without details', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => printed.mockRestore());
  const { port, errors } = await startApp(async function* () {
    yield Buffer.from('first');
    await new Promise((resolve) => setImmediate(resolve));
    throw new Error('secret detail');
  });
  const text = await rawSocket(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(text).not.toMatch(/secret|Error|\bat /);
  // Without the last chunk no client treats it as complete.
  expect(text.endsWith('0\r\n\r\n')).toBe(false);
  expect(errors).toHaveLength(1);
});

test('a long answer stops when its client leaves', async () => {
  let isOver = false;
  const { port } = await startApp(async function* () {
    try {
      for (;;) {
        yield Buffer.alloc(100_000);
        await new Promise((resolve) => setImmediate(resolve));
      }
    } finally {
      isOver = true;
    }
  });
  const socket = await openSocket(port);
  socket.write(get('/'));
  await firstBytes(socket);
  expect(isOver).toBe(false);
  socket.destroy();
  await expect.poll(() => isOver).toBe(true);
});

import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { startServer } from '../../../../server/start/start-server.ts';
import { endlessLibrary, storeOpened } from '../support/endless-library.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer, testOptions } from '../support/start-test-server.ts';
import { takePort } from '../support/take-port.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const deps = {
  now: Date.now,
  reportError: () => {},
  warn: () => {},
  signal: new AbortController().signal,
};

test.each([
  ['port', '--port'],
  ['demoPort', '--demo-port'],
] as const)(
  'a port that is in use is named with the option that changes it (%s), and nothing stays open',
  async (name, option) => {
    const port = await takePort('127.0.0.1');
    const options = testOptions({ [name]: port });
    expect(await startServer(options, deps)).toEqual({
      ok: false,
      error: {
        code: 'PORT_TAKEN',
        message: `Port ${port} is in use by another program; stop it, or choose another port with ${option}.`,
      },
    });
    const retried = await startServer({ ...options, [name]: 0 }, deps);
    expect(retried.ok).toBe(true);
    if (retried.ok) await retried.value.stop(0);
  },
);

test('a host name of another machine is refused', async () => {
  expect(await startServer(testOptions({ host: 'no-such-host.invalid' }), deps)).toMatchObject({
    ok: false,
    error: { code: 'HOST_UNKNOWN', message: expect.stringContaining('--host') },
  });
});

test('a missing page, or one without a place for its content, is refused with a hint to build', async () => {
  expect(await startServer(testOptions({ pageDir: tempDirectory() }), deps)).toMatchObject({
    ok: false,
    error: {
      code: 'PAGE_MISSING',
      message: expect.stringMatching(/index\.html is missing; run "npm run build" first\.$/),
    },
  });
  expect(
    await startServer(
      testOptions({ demoDir: tempDirectory({ 'index.html': '<html></html>' }) }),
      deps,
    ),
  ).toMatchObject({
    ok: false,
    error: { code: 'PAGE_MISSING', message: expect.stringContaining('demo-config') },
  });
});

test('a server that is stopped while it reads the library gives up and closes its store', async () => {
  const options = testOptions({ mediaDir: endlessLibrary() });
  const stopping = new AbortController();
  const started = startServer(options, { ...deps, signal: stopping.signal });
  await storeOpened(options.dataDir);
  stopping.abort();
  expect(await started).toMatchObject({ ok: false, error: { code: 'STOPPED' } });
  // SQLite removes its log with the last connection.
  const files = readdirSync(options.dataDir).filter((name) => name.startsWith('events'));
  expect(files).toEqual(['events.sqlite']);
});

test('by default a server listens on this machine only, under both of its names', async () => {
  const server = await startTestServer();
  expect((await rawRequest(server.embed, '/healthz')).status).toBe(200);
  expect(
    (await rawRequest(server.embed, '/healthz', { headers: { Host: 'localhost' } })).status,
  ).toBe(200);
});

test('a server stops despite keep-alive connections and an unread stream', async () => {
  const mediaDir = tempDirectory({ 'big.mp4': Buffer.alloc(50_000_000) });
  const server = await startTestServer({ mediaDir });
  const idle = connect(server.embedPort, '127.0.0.1');
  const stream = connect(server.embedPort, '127.0.0.1');
  const closed = [idle, stream].map(
    (socket) => new Promise((resolve) => socket.on('close', resolve).on('error', () => {})),
  );
  idle.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await new Promise((resolve) => idle.once('data', resolve));
  stream.write('GET /media/big.mp4 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await new Promise((resolve) => stream.once('data', resolve));
  stream.pause();
  await server.stop(10);
  stream.resume();
  await Promise.all(closed);
  await expect(fetch(`${server.embed}/healthz`)).rejects.toThrow();
});

test('a server that is stopped finishes the running request', async () => {
  const server = await startTestServer();
  const body = JSON.stringify({ videoId: 'unknown0000' });
  const socket = connect(server.embedPort, '127.0.0.1');
  socket.write(
    `POST /youtubei/v1/player HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once('data', resolve));
  const stopped = server.stop(60_000);
  socket.write(body);
  let reply = '';
  for await (const chunk of socket) reply += chunk;
  await stopped;
  expect(reply).toMatch(/HTTP\/1\.1 200 /);
  expect(reply).toContain('video.notfound');
});

test('an unexpected failure is reported to the operator and not to the client', async () => {
  const dataDir = tempDirectory();
  const server = await startTestServer({ dataDir });
  const vandal = new DatabaseSync(join(dataDir, 'events.sqlite'));
  vandal.exec('DROP TABLE totals');
  vandal.close();
  const reply = await rawRequest(server.embed, '/telemetry/summary');
  expect(reply.status).toBe(500);
  expect(JSON.parse(reply.body)).toEqual({
    error: {
      code: 'INTERNAL',
      message: expect.stringMatching(
        /^The server failed; the cause is in its log, under [\da-f-]{36}\.$/,
      ),
    },
  });
  expect(server.errors).toEqual([
    expect.objectContaining({ message: expect.stringContaining('totals') }),
  ]);
});

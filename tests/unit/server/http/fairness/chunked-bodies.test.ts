import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { httpLimits } from '../../../../../server/http/http-limits.ts';
import { logBatch, logEvent } from '../../support/log-batches.ts';
import { openSocket } from '../../support/open-socket.ts';
import { parseReplies, rawSocket } from '../../support/raw-socket.ts';
import { startApp } from '../../support/start-app.ts';
import { startTestServer } from '../../support/start-test-server.ts';

const intake = '/youtubei/v1/log_event';
const head = (method: string, path: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: a\r\n${more}Transfer-Encoding: chunked\r\n\r\n`;

/** @returns the body in chunks of this number of bytes */
function chunked(body: string, chunkBytes: number): string {
  const chunks = body.match(new RegExp(`.{1,${chunkBytes}}`, 'gs')) ?? [];
  return `${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`;
}

test.each([
  ['POST', intake],
  ['POST', '/youtubei/v1/player'],
  ['GET', '/healthz'],
  ['GET', '/embed/video000001'],
  ['POST', '/nothing'],
])('%s %s is cut off when its body comes in tiny chunks [attack-H4]', async (method, path) => {
  const server = await startTestServer();
  const socket = await openSocket(server.embedPort);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  // The body does not end, so the server would wait for the rest.
  socket.resume().write(head(method, path) + '1\r\nx\r\n'.repeat(20_000));
  await closed;
});

test('the handler of a body of tiny chunks gets little of it [attack-H4]', async () => {
  let readCount = 0;
  const { port } = await startApp((app) =>
    app.post('/', async (context) => {
      const { incoming } = context.env;
      incoming.on('data', () => {
        readCount += 1;
      });
      await once(incoming, 'close');
      return context.body(null);
    }),
  );
  await rawSocket(port, head('POST', '/') + '1\r\nx\r\n'.repeat(100_000));
  expect(readCount).toBeLessThanOrEqual(2 * httpLimits.chunksFreeCount.value);
});

test.each([
  ['many chunks of one kilobyte', 1_000, 1_000_000],
  ['a few tiny chunks', 2, 0],
])('a body in %s is read', async (_what, chunkBytes, chars) => {
  const server = await startTestServer();
  const body = JSON.stringify(logBatch([logEvent(1, { payload: {} })])).padEnd(chars);
  const sent = head('POST', intake, 'Connection: close\r\n') + chunked(body, chunkBytes);
  const [reply] = parseReplies(await rawSocket(server.embedPort, sent));
  expect(JSON.parse(reply?.body ?? '')).toMatchObject({ accepted: 1 });
});

test('a client with many chunked bodies delays no other client: one is read a turn [attack-H4]', async () => {
  const { port } = await startApp((app) => app.get('/', (context) => context.text('ok')));
  const body = head('POST', '/') + '1\r\nx\r\n'.repeat(10_000);
  let closedCount = 0;
  const first = Promise.withResolvers<void>();
  const sockets = Array.from({ length: 60 }, () =>
    connect({ port, host: '127.0.0.1', localAddress: '127.0.0.66' }).on('error', () => {}),
  );
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (const socket of sockets)
    socket
      .on('connect', () => socket.write(body))
      .on('close', () => {
        closedCount += 1;
        first.resolve();
      });
  await first.promise;
  const other = await openSocket(port);
  const answered = once(other, 'data');
  other.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await answered;
  expect(closedCount).toBeLessThan(30);
});

test('the connection of a chunked body that was not read to its end is closed after the answer [attack-H4]', async () => {
  const { port } = await startApp((app) => app.post('/', (context) => context.text('ok')));
  const socket = await openSocket(port);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(`${head('POST', '/')}5\r\nhello\r\n`);
  await once(socket, 'close');
  expect(text).toMatch(/^HTTP\/1.1 200 /);
});

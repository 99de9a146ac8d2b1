import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWaitingRequests } from '../../../../../server/http/fairness/waiting-requests.ts';
import { openDescriptors } from '../../support/open-descriptors.ts';
import { firstBytes, get, openSocket } from '../../support/open-socket.ts';
import { parseReplies, rawSocket } from '../../support/raw-socket.ts';
import { startApp } from '../../support/start-app.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

/** Larger than the buffers between server and client, so that an unread answer stays open. */
const longFile = Buffer.alloc(16_000_000, 'x');

/** Has every placeholder that a server fills in. */
const pageTemplate = `<!--offstage:title--><!--/offstage:title--><!--offstage:head--><!--/offstage:head-->
<!--offstage:config--><!--/offstage:config--><!--offstage:video--><!--/offstage:video--><!--offstage:waiting--><!--/offstage:waiting--><!--offstage:demo-config--><!--/offstage:demo-config--><!--offstage:demo-notice--><!--/offstage:demo-notice-->`;

/** Connections that have sent many requests at once, and read only the first bytes. */
async function flood(
  port: number,
  path: string,
  { connections, requests }: Record<string, number>,
) {
  return Promise.all(
    Array.from({ length: connections ?? 0 }, async () => {
      const socket = await openSocket(port);
      socket.write(get(path).repeat(requests ?? 0));
      await firstBytes(socket);
      return socket;
    }),
  );
}

test.each([
  { connections: 100, requests: 2 },
  { connections: 30, requests: 100 },
])(
  '$connections connections with $requests requests each for a file leave no descriptor open after they close [attack-H1]',
  async (recipe) => {
    const mediaDir = tempDirectory({ 'a.mp4': longFile });
    const server = await startTestServer({ mediaDir });
    const file = join(mediaDir, 'a.mp4');
    const sockets = await flood(server.embedPort, '/media/a.mp4', recipe);
    // Only the first request of each connection has begun.
    expect(openDescriptors(file)).toBe(recipe.connections);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => openDescriptors(file)).toBe(0);
  },
);

test.each([
  ['of the demo', 'demo', '/assets/demo-abc.js'],
  ['of a built script', 'embed', '/assets/main-abc.js'],
] as const)('the same holds for files %s', async (_what, origin, path) => {
  const directory = tempDirectory({
    'index.html': pageTemplate,
    'clients.html': pageTemplate,
    'compare.html': pageTemplate,
    'builder.html': pageTemplate,
    [path]: longFile,
  });
  const server = await startTestServer(
    origin === 'demo' ? { demoDir: directory } : { pageDir: directory },
  );
  const port = origin === 'demo' ? server.demoPort : server.embedPort;
  const sockets = await flood(port, path, { connections: 20, requests: 20 });
  expect(openDescriptors(join(directory, path))).toBe(20);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => openDescriptors(join(directory, path))).toBe(0);
});

test('no handler begins for a request whose connection closes before its turn [attack-H1]', async () => {
  const begun: string[] = [];
  const left: string[] = [];
  const { port } = await startApp((app) =>
    app.get('/:name', (context) => {
      const { name } = context.req.param();
      begun.push(name);
      return new Promise<Response>((resolve) => {
        context.env.outgoing.once('close', () => {
          left.push(name);
          resolve(context.body(null));
        });
      });
    }),
  );
  const socket = await openSocket(port);
  socket.write(get('/first') + get('/second'));
  await expect.poll(() => begun).toEqual(['first']);
  socket.destroy();
  await expect.poll(() => left).toEqual(['first']);
  expect((await rawSocket(port, 'junk\r\n\r\n')).slice(0, 12)).toBe('HTTP/1.1 400');
  expect(begun).toEqual(['first']);
});

test('a client that sends thousands of requests at once gets all answers in order, while few wait', async () => {
  const waiting = createWaitingRequests();
  let mostWaiting = 0;
  let count = 0;
  const { port } = await startApp(
    (app) =>
      app.post('/', async (context) => {
        mostWaiting = Math.max(mostWaiting, waiting.size);
        count += 1;
        return context.text(`${count} ${await context.req.text()}`);
      }),
    { waiting },
  );
  const requestsCount = 3_000;
  const post = (index: number, more = '') =>
    `POST / HTTP/1.1\r\nHost: a\r\n${more}Content-Length: 300\r\n\r\n${String(index).padEnd(300)}`;
  const bytes = Array.from({ length: requestsCount }, (_, index) =>
    post(index + 1, index + 1 === requestsCount ? 'Connection: close\r\n' : ''),
  ).join('');
  const replies = parseReplies(await rawSocket(port, bytes));
  expect(replies.map(({ body }) => body.trim())).toEqual(
    Array.from({ length: requestsCount }, (_, index) => `${index + 1} ${index + 1}`),
  );
  // The requests of one read (64 KiB), and the 16 that may wait.
  expect(mostWaiting).toBeLessThanOrEqual(65_536 / post(1).length + 16);
  expect(waiting.size).toBe(0);
});

test('a client whose waiting requests exceed the limit loses that connection, and no other client does', async () => {
  const waiting = createWaitingRequests(100, 10);
  const answers: (() => void)[] = [];
  const { port } = await startApp(
    (app) =>
      app
        .get('/slow', (context) => {
          const answered = new Promise<void>((resolve) => void answers.push(resolve));
          return answered.then(() => context.text('slow'));
        })
        .get('/', (context) => context.text('ok')),
    { waiting },
  );
  const patient = rawSocket(
    port,
    get('/slow') + get('/').repeat(4) + get('/', 'Connection: close\r\n'),
  );
  await expect.poll(() => waiting.size).toBe(5);
  expect(await rawSocket(port, get('/slow') + get('/').repeat(6))).toBe('');
  await expect.poll(() => waiting.size).toBe(5);
  for (const answer of answers) answer();
  const replies = parseReplies(await patient);
  expect(replies.map(({ body }) => body)).toEqual(['slow', 'ok', 'ok', 'ok', 'ok', 'ok']);
  expect(waiting.size).toBe(0);
});

test('waiting requests are counted for each client and for all, but those of a proxy for all only', () => {
  const waiting = createWaitingRequests(5, 2);
  expect([waiting.enter('a'), waiting.enter('a'), waiting.enter('a')]).toEqual([true, true, false]);
  expect([waiting.enter(null), waiting.enter(null), waiting.enter(null)]).toEqual([
    true,
    true,
    true,
  ]);
  expect([waiting.enter('b'), waiting.enter(null), waiting.size]).toEqual([false, false, 5]);
  waiting.leave('a');
  expect([waiting.enter('b'), waiting.size]).toEqual([true, 5]);
  for (const client of ['a', 'b', null, null, null]) waiting.leave(client);
  expect([waiting.size, waiting.enter('a'), waiting.enter('a')]).toEqual([0, true, true]);
});

test('a malformed request is never answered in the middle of the answer before it', async () => {
  const server = await startTestServer({ mediaDir: tempDirectory({ 'a.mp4': longFile }) });
  const socket = await openSocket(server.embedPort);
  socket.write(get('/media/a.mp4') + get('/healthz'));
  await firstBytes(socket);
  socket.write('junk\r\n\r\n');
  const heads: string[] = [];
  socket.on('data', (chunk) =>
    heads.push(...(chunk.toString('latin1').match(/HTTP\/1\.1 \d+/g) ?? [])),
  );
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
  expect(heads).toEqual([]);
});

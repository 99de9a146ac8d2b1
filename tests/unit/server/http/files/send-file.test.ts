import fs from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFileAnswers } from '../../../../../server/http/files/file-answers.ts';
import { sendFile } from '../../../../../server/http/files/send-file.ts';
import { openDescriptors } from '../../support/open-descriptors.ts';
import { get, openSocket } from '../../support/open-socket.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { rawSocket } from '../../support/raw-socket.ts';
import { startApp } from '../../support/start-app.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { shareInFile } from '../../support/when-done.ts';

/** Larger than the buffers between server and client. */
const longFile = Buffer.alloc(16_000_000, 'x');

/** @param before runs before the file is sent, and may wait */
async function startWithFile(
  before: (outgoing: NodeJS.EventEmitter) => Promise<void> = async () => {},
) {
  const root = tempDirectory({ 'a.mp4': longFile });
  const files = createFileAnswers({ now: () => 0 });
  const headers = { 'Content-Type': 'video/mp4', 'Cache-Control': 'public, max-age=3600' };
  const packed = { coding: 'br', path: 'a.mp4' } as const;
  const { port, errors } = await startApp(
    (app) =>
      app
        .get('/a.mp4', async (context) => {
          await before(context.env.outgoing);
          return sendFile(context, { root, path: 'a.mp4', headers });
        })
        .get('/packed', (context) => sendFile(context, { root, path: 'a.mp4', headers }, packed)),
    { files },
  );
  return { port, errors, files, origin: `http://127.0.0.1:${port}`, file: join(root, 'a.mp4') };
}

const shared = shareInFile(() => startWithFile());

/** Lets the next call of a function of `node:fs` fail with this error. */
function failNext(name: 'open' | 'read', code: string): void {
  const spy = vi.spyOn(fs, name);
  onTestFinished(() => spy.mockRestore());
  spy.mockImplementationOnce(((...given: unknown[]) => {
    const done = given.at(-1) as (error: Error) => void;
    setImmediate(() => done(Object.assign(new Error(`${code}: it fails`), { code })));
  }) as never);
}

test('a file is not opened for a client that left while it was looked up', async () => {
  const { promise: left, resolve } = Promise.withResolvers<void>();
  let askedCount = 0;
  const { port, origin, file } = await startWithFile(async (outgoing) => {
    askedCount += 1;
    if (askedCount > 1) return;
    await new Promise((closed) => outgoing.once('close', closed));
    resolve();
  });
  const opening = vi.spyOn(fs, 'open');
  onTestFinished(() => opening.mockRestore());
  const socket = await openSocket(port);
  socket.write(get('/a.mp4'));
  await expect.poll(() => askedCount).toBe(1);
  socket.destroy();
  await left;
  expect((await rawRequest(origin, '/a.mp4', { headers: { Range: 'bytes=0-9' } })).status).toBe(
    206,
  );
  // Only the second request's: the first would have begun before it.
  expect(opening.mock.calls.filter(([path]) => path === file)).toHaveLength(1);
});

test.each([
  ['EMFILE', '/a.mp4', 503, '1'],
  ['ENFILE', '/packed', 503, '1'],
  ['EIO', '/packed', 500, undefined],
  ['ENOENT', '/a.mp4', 404, undefined],
])('a file whose opening fails with %s (%s) is answered with %i, uncached', async (...given) => {
  const [code, path, status, retryAfter] = given;
  const { origin, errors, files } = shared();
  failNext('open', code);
  const reply = await rawRequest(origin, path);
  expect([reply.status, reply.headers['retry-after']]).toEqual([status, retryAfter]);
  expect(JSON.parse(reply.body)).toMatchObject({ error: { code: `HTTP_${status}` } });
  for (const name of ['cache-control', 'content-encoding', 'etag'])
    expect(reply.headers).not.toHaveProperty(name);
  await expect.poll(() => files.size).toBe(0);
  expect((await rawRequest(origin, path)).headers).toMatchObject({
    'cache-control': 'public, max-age=3600',
  });
  expect(errors).toEqual([]);
});

test('a range beyond the end is refused with the file’s size, uncached', async () => {
  const { origin } = shared();
  const headers = { Range: `bytes=${longFile.length}-` };
  const reply = await rawRequest(origin, '/a.mp4', { headers });
  expect([reply.status, reply.headers['content-range']]).toEqual([
    416,
    `bytes */${longFile.length}`,
  ]);
  for (const name of ['cache-control', 'etag']) expect(reply.headers).not.toHaveProperty(name);
});

test('a file whose reading fails is cut off, and the server goes on', async () => {
  const { port, origin, file } = shared();
  const read = fs.read;
  const spy = vi.spyOn(fs, 'read');
  onTestFinished(() => spy.mockRestore());
  spy.mockImplementationOnce(((...given: Parameters<typeof read>) => {
    failNext('read', 'EIO');
    return read(...given);
  }) as never);
  const text = await rawSocket(port, get('/a.mp4'));
  expect(text.slice(0, 15)).toBe('HTTP/1.1 200 OK');
  expect(text.length).toBeLessThan(longFile.length);
  await expect.poll(() => openDescriptors(file)).toBe(0);
  expect((await rawRequest(origin, '/a.mp4', { headers: { Range: 'bytes=0-9' } })).status).toBe(
    206,
  );
});

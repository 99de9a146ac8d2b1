import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync, unlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createFileAnswers } from '../../../../../server/http/files/file-answers.ts';
import { sendPart } from '../../../../../server/library/live/send-part.ts';
import { openDescriptors } from '../../support/open-descriptors.ts';
import { firstBytes, get, openSocket } from '../../support/open-socket.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { parseReplies, rawSocket } from '../../support/raw-socket.ts';
import { startApp } from '../../support/start-app.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

/** Larger than the buffers between server and client. */
const partBytes = 12_000_000;
const headBytes = 1_000;

/**
 * @param length of the part; bytes after `partBytes` use no disk space
 * @param before runs before the part is sent, and may wait
 */
async function startWithPart(
  length = partBytes,
  before: (outgoing: NodeJS.EventEmitter) => Promise<void> = async () => {},
) {
  const root = tempDirectory({ 'a.m4s': Buffer.alloc(headBytes + partBytes, 'x') });
  truncateSync(join(root, 'a.m4s'), headBytes + length);
  const part = {
    file: 'a.m4s',
    byteRange: { offset: headBytes, length },
    durationSeconds: 1,
    isIndependent: true,
  };
  const headers = { 'Content-Type': 'video/mp4' };
  const files = createFileAnswers({ now: () => 0, maxCount: 100, clientMaxCount: 50 });
  let answeredCount = 0;
  const app = await startApp(
    (routes) =>
      routes.get('/part', async (context) => {
        await before(context.env.outgoing);
        const response = await sendPart(context, { root, part, headers });
        answeredCount += 1;
        return response;
      }),
    { files },
  );
  return { ...app, files, file: join(root, 'a.m4s'), answeredCount: () => answeredCount };
}

test('requests for a part on 50 connections, unread, hold one chunk of it for each connection [attack-M8]', async () => {
  const { port, file } = await startWithPart();
  const heldBytes = () => process.memoryUsage().arrayBuffers;
  const beforeBytes = heldBytes();
  const sockets = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const socket = await openSocket(port);
      socket.write(get('/part').repeat(2));
      await firstBytes(socket);
      return socket;
    }),
  );
  // The client's own buffers count as well: both ends are this process.
  expect(heldBytes() - beforeBytes).toBeLessThan(50 * 1_000_000);
  expect(openDescriptors(file)).toBe(50);
  // The limit of connections of one client here.
  expect((await rawRequest(`http://127.0.0.1:${port}`, '/part')).status).toBe(429);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => openDescriptors(file)).toBe(0);
});

test('a part is not read on after its client has left', async () => {
  const { port, file } = await startWithPart(60_000_000_000);
  const socket = await openSocket(port);
  socket.write(get('/part'));
  await firstBytes(socket);
  expect(openDescriptors(file)).toBe(1);
  socket.destroy();
  await expect.poll(() => openDescriptors(file)).toBe(0);
});

test('a part whose client leaves while it is opened is closed', async () => {
  let askedCount = 0;
  const { port, file, files, answeredCount } = await startWithPart(partBytes, async (outgoing) => {
    askedCount += 1;
    await new Promise((left) => outgoing.once('close', left));
  });
  const socket = await openSocket(port);
  socket.write(get('/part'));
  await expect.poll(() => askedCount).toBe(1);
  socket.destroy();
  await expect.poll(answeredCount).toBe(1);
  expect([openDescriptors(file), files.size]).toEqual([0, 0]);
});

test('a part has its length, also in an answer to HEAD, which opens no file and needs no room', async () => {
  const { port, file, files } = await startWithPart();
  const origin = `http://127.0.0.1:${port}`;
  const whole = await rawRequest(origin, '/part');
  expect([whole.status, whole.headers['content-length'], whole.bytes.length]).toEqual([
    200,
    `${partBytes}`,
    partBytes,
  ]);
  await expect.poll(() => openDescriptors(file)).toBe(0);
  unlinkSync(file);
  const beginning = vi.spyOn(files, 'begin');
  const head = await rawRequest(origin, '/part', { method: 'HEAD' });
  expect([
    head.status,
    head.headers['content-length'],
    head.headers['content-type'],
    head.body,
  ]).toEqual([200, `${partBytes}`, 'video/mp4', '']);
  expect(beginning).not.toHaveBeenCalled();
});

test.each([
  ['FIFO', (file: string) => void execFileSync('mkfifo', [file])],
  ['device', (file: string) => symlinkSync('/dev/zero', file)],
])(
  'a %s in place of a part’s file is neither waited for nor sent [attack-L2]',
  async (_what, make) => {
    const { port, file, errors } = await startWithPart();
    unlinkSync(file);
    make(file);
    expect((await rawRequest(`http://127.0.0.1:${port}`, '/part')).status).toBe(500);
    expect(errors).toEqual([new Error('it is not a regular file')]);
    expect(openDescriptors(file)).toBe(0);
  },
);

test('a part whose reading fails is cut off, and the server goes on', async () => {
  const { port, file } = await startWithPart();
  const handle = await open(file);
  const reading = vi.spyOn(Object.getPrototypeOf(handle), 'read');
  await handle.close();
  reading.mockRejectedValueOnce(Object.assign(new Error('EIO: it fails'), { code: 'EIO' }));
  const text = await rawSocket(port, get('/part'));
  expect(text.length).toBeLessThan(partBytes);
  reading.mockRestore();
  await expect.poll(() => openDescriptors(file)).toBe(0);
  expect((await rawRequest(`http://127.0.0.1:${port}`, '/part')).bytes.length).toBe(partBytes);
});

test('a part whose file has become shorter is a failure, without content', async () => {
  const { port, file, errors } = await startWithPart();
  truncateSync(file, headBytes + partBytes - 1);
  expect((await rawRequest(`http://127.0.0.1:${port}`, '/part')).status).toBe(500);
  expect(errors).toEqual([new Error('a.m4s ends before the part at byte 1000 does')]);
  expect(openDescriptors(file)).toBe(0);
});

test('a part whose file becomes shorter while it is sent is cut off, and the next answer does not follow it', async () => {
  const { port, file } = await startWithPart();
  const socket = await openSocket(port);
  socket.write(get('/part') + get('/none'));
  await firstBytes(socket);
  truncateSync(file, headBytes);
  let readBytes = 0;
  let text = '';
  socket.on('data', (chunk) => {
    readBytes += chunk.length;
    text = chunk.toString('latin1');
  });
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
  expect(readBytes).toBeLessThan(partBytes);
  expect(text).not.toContain('HTTP/1.1');
  await expect.poll(() => openDescriptors(file)).toBe(0);
});

test('the answer for a part that is gone reveals nothing', async () => {
  const { port, file } = await startWithPart();
  truncateSync(file, 0);
  const [reply] = parseReplies(await rawSocket(port, get('/part', 'Connection: close\r\n')));
  expect(reply?.body).not.toContain('a.m4s');
});

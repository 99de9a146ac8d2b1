import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  openFilesMaxCount,
  shareDescriptors,
} from '../../../../../server/http/fairness/share-descriptors.ts';
import type { FileAnswer } from '../../../../../server/http/files/file-answers.ts';
import { createFileAnswers } from '../../../../../server/http/files/file-answers.ts';
import { sendFile } from '../../../../../server/http/files/send-file.ts';
import { openDescriptors } from '../../support/open-descriptors.ts';
import { firstBytes, get, openSocket } from '../../support/open-socket.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startApp } from '../../support/start-app.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

/** Larger than the buffers between server and client, so that an unread answer stays open. */
const longFile = Buffer.alloc(16_000_000, 'x');

const headers = { 'Content-Type': 'video/mp4' };

async function startWithFile(limits: { maxCount: number; clientMaxCount: number }) {
  const clock = { nowMs: 0 };
  const root = tempDirectory({ 'a.mp4': longFile });
  const files = createFileAnswers({ now: () => clock.nowMs, idleMs: 1_000, ...limits });
  const { port } = await startApp(
    (app) => app.get('/a.mp4', (context) => sendFile(context, { root, path: 'a.mp4', headers })),
    { files },
  );
  const origin = `http://127.0.0.1:${port}`;
  const hang = async () => {
    const socket = await openSocket(port);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(get('/a.mp4'));
    await firstBytes(socket);
    return { socket, closed };
  };
  const first = { headers: { Range: 'bytes=0-9' } };
  return {
    clock,
    files,
    file: join(root, 'a.mp4'),
    hang,
    ask: () => rawRequest(origin, '/a.mp4', first),
    origin,
  };
}

test.each([
  ['429 for its client', { maxCount: 9, clientMaxCount: 2 }, 429, 'TOO_MANY_FILES'],
  ['503 for the server', { maxCount: 2, clientMaxCount: 9 }, 503, 'SERVER_BUSY'],
])(
  'one file too many is answered with %s, and the room is released later',
  async (_what, limits, status, code) => {
    const { files, file, hang, ask, origin } = await startWithFile(limits);
    const [first] = [await hang(), await hang()];
    const refused = await ask();
    expect([
      refused.status,
      refused.headers['retry-after'],
      refused.headers['cache-control'],
    ]).toEqual([status, '1', 'no-store']);
    expect(JSON.parse(refused.body)).toMatchObject({ error: { code } });
    // It opens no file.
    expect((await rawRequest(origin, '/a.mp4', { method: 'HEAD' })).status).toBe(200);
    first?.socket.destroy();
    await expect.poll(() => files.size).toBe(1);
    expect((await ask()).status).toBe(206);
    await expect.poll(() => [files.size, openDescriptors(file)]).toEqual([1, 1]);
  },
);

test('a paused film stays open while there is room, and is cut off for another one when there is none', async () => {
  const { clock, files, file, hang, ask } = await startWithFile({ maxCount: 2, clientMaxCount: 2 });
  const paused = await hang();
  clock.nowMs = 3_600_000;
  expect((await ask()).status).toBe(206);
  await expect.poll(() => [files.size, openDescriptors(file)]).toEqual([1, 1]);
  const other = await hang();
  // The buffers between server and client accept some of both for a while.
  await expect
    .poll(async () => {
      clock.nowMs += 1_000;
      return (await ask()).status;
    })
    .toBe(206);
  for (const { socket } of [paused, other]) socket.resume();
  await Promise.race([paused.closed, other.closed]);
  await expect.poll(() => [files.size, openDescriptors(file)]).toEqual([0, 0]);
});

test('a client that keeps reading is not idle, however long its file takes', async () => {
  const { clock, file, hang, ask } = await startWithFile({ maxCount: 1, clientMaxCount: 1 });
  truncateSync(file, 200_000_000);
  const { socket } = await hang();
  clock.nowMs = 900;
  let readBytes = 0;
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      readBytes += chunk.length;
      if (readBytes > 50_000_000) resolve();
    });
    socket.resume();
  });
  socket.pause();
  clock.nowMs = 1_100;
  expect((await ask()).status).toBe(429);
  expect(socket.destroyed).toBe(false);
});

test('a client that left while its file was looked up is not counted', async () => {
  const root = tempDirectory({ 'a.mp4': longFile });
  const files = createFileAnswers({ now: () => 0 });
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  let isAsked = false;
  const { port } = await startApp(
    (app) =>
      app.get('/a.mp4', async (context) => {
        const { outgoing } = context.env;
        isAsked = true;
        await new Promise((left) => outgoing.once('close', left));
        const response = sendFile(context, { root, path: 'a.mp4', headers });
        resolve();
        return response;
      }),
    { files },
  );
  const socket = await openSocket(port);
  socket.write(get('/a.mp4'));
  await expect.poll(() => isAsked).toBe(true);
  socket.destroy();
  await answered;
  expect(files.size).toBe(0);
});

test('the longest-idle answer makes room: the client’s own, or any when the server is full', () => {
  const clock = { nowMs: 0 };
  const files = createFileAnswers({
    now: () => clock.nowMs,
    maxCount: 3,
    clientMaxCount: 2,
    idleMs: 10,
  });
  const cut: string[] = [];
  const begin = (client: string, name: string) => files.begin(client, () => cut.push(name));
  const a1 = begin('a', 'a1') as FileAnswer;
  begin('b', 'b1');
  begin('a', 'a2');
  expect(begin('a', 'a3')).toBe('client_full');
  expect(begin('c', 'c1')).toBe('server_full');
  clock.nowMs = 9;
  a1.progress();
  clock.nowMs = 10;
  expect(typeof begin('a', 'a4')).toBe('object');
  expect(cut).toEqual(['a2']);
  expect(typeof begin('c', 'c2')).toBe('object');
  expect(cut).toEqual(['a2', 'b1']);
  expect(begin('d', 'd1')).toBe('server_full');
  // An answer that was cut off cannot return, nor release its room twice.
  a1.end();
  a1.end();
  a1.progress();
  expect(files.size).toBe(2);
});

test('however answers begin, continue and end, the limits for a client and for all hold', () => {
  const step = fc.tuple(
    fc.constantFrom('a', 'b', 'c'),
    fc.constantFrom('begin', 'progress', 'end', 'wait'),
    fc.nat(20),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      let nowMs = 0;
      const files = createFileAnswers({
        now: () => nowMs,
        maxCount: 5,
        clientMaxCount: 3,
        idleMs: 10,
      });
      const open: { client: string; answer: FileAnswer }[] = [];
      for (const [client, what, number] of steps) {
        const chosen = open[number % Math.max(1, open.length)];
        if (what === 'wait') nowMs += number;
        if (what === 'progress') chosen?.answer.progress();
        if (what === 'end' && chosen !== undefined) {
          chosen.answer.end();
          open.splice(open.indexOf(chosen), 1);
        }
        if (what === 'begin') {
          const entry = { client, answer: null as FileAnswer | null };
          const answer = files.begin(client, () => {
            open.splice(
              open.findIndex((other) => other.answer === entry.answer),
              1,
            );
          });
          if (typeof answer === 'string') continue;
          entry.answer = answer;
          open.push({ client, answer });
        }
        expect(files.size).toBe(open.length);
        expect(open.length).toBeLessThanOrEqual(5);
        for (const name of ['a', 'b', 'c'])
          expect(open.filter((other) => other.client === name).length).toBeLessThanOrEqual(3);
      }
    }),
  );
});

test('connections and files together stay below the descriptor limit of the process', () => {
  fc.assert(
    fc.property(fc.integer({ min: 16, max: 2_000_000 }), (maxCount) => {
      const { connections, files } = shareDescriptors(maxCount);
      expect(files).toBeGreaterThan(0);
      expect(connections).toBeGreaterThan(files);
      expect(connections + files).toBeLessThan(maxCount);
    }),
  );
  expect(shareDescriptors(1_024)).toEqual({ connections: 576, files: 192 });
  expect(shareDescriptors(20_000)).toEqual({ connections: 15_744, files: 4_000 });
  expect(shareDescriptors(1_000_000)).toEqual({ connections: 20_000, files: 4_000 });
});

test('the descriptor limit is read from the system', () => {
  expect(openFilesMaxCount()).toBeGreaterThan(64);
});

test('a film that is truncated while it is sent is cut off, and the next answer does not follow it', async () => {
  const { file, hang } = await startWithFile({ maxCount: 9, clientMaxCount: 9 });
  const { socket, closed } = await hang();
  socket.write(get('/none'));
  truncateSync(file, 1);
  let text = '';
  socket.on('data', (chunk) => {
    text = chunk.toString('latin1');
  });
  socket.resume();
  await closed;
  expect(text).not.toContain('HTTP/1.1');
});

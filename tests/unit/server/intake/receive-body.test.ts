import { createHook } from 'node:async_hooks';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { errorReply } from '../../../../server/http/error-reply.ts';
import { type BodyBudget, createBodyBudget } from '../../../../server/http/fairness/body-budget.ts';
import { parseJson } from '../../../../server/http/parse-json.ts';
import { intakeCostLimits } from '../../../../server/intake/intake-limits.ts';
import { receiveBody, refusalReply } from '../../../../server/intake/receive-body.ts';
import { unpackedMaxBytesOf } from '../../../../server/intake/unpack-body.ts';
import { intakeLimits } from '../../../../shared/limits/intake-limits.ts';
import { firstBytes, openSocket } from '../support/open-socket.ts';
import { parseReplies, rawSocket } from '../support/raw-socket.ts';
import { startApp } from '../support/start-app.ts';

const steps: string[] = [];

/** Records each start of decompression. */
const zlibHook = createHook({
  init: (_id, type) => {
    if (type === 'ZLIB') steps.push('unpack');
  },
});

const client = '127.0.0.1';
const stays = new AbortController().signal;
const json = JSON.stringify({ text: 'x'.repeat(10_000) });
const good = gzipSync(json);
const bomb = gzipSync(Buffer.alloc(2_000_000));
const { unpackFreeBytes, unpackingCount } = intakeCostLimits;

function post(body: Uint8Array, more = ''): Buffer {
  const head = `POST / HTTP/1.1\r\nHost: a\r\n${more}Content-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

/** A server that parses received bodies, with a budget whose free room the test reads. */
async function start(changes: Partial<BodyBudget> = {}, inFlightBytes = 1_000_000) {
  steps.length = 0;
  zlibHook.enable();
  onTestFinished(() => void zlibHook.disable());
  const real = createBodyBudget({ now: () => 0, rateLimit: 1, inFlightBytes });
  let heldBytes = 0;
  const budget: BodyBudget = {
    ...real,
    roomFor(name) {
      const room = real.roomFor(name);
      return {
        ...room,
        take(bytes) {
          const isTaken = room.take(bytes);
          if (isTaken) heldBytes += bytes;
          steps.push(`${isTaken ? 'take' : 'refuse'} ${bytes}`);
          return isTaken;
        },
        release(bytes) {
          heldBytes -= bytes;
          steps.push(`give back ${bytes}`);
          room.release(bytes);
        },
      };
    },
    ...changes,
  };
  const outcomes: string[] = [];
  const answering = Promise.withResolvers<void>();
  let isSlow = false;
  const { port } = await startApp((app) =>
    app.post('/', async (context) => {
      steps.push('receive');
      const body = await receiveBody(context, budget);
      outcomes.push(body.ok ? 'OK' : body.error.code);
      if (!body.ok) return refusalReply(context, body.error);
      if (isSlow) await answering.promise;
      // Larger than the buffers between server and client.
      if (context.req.header('X-Long') !== undefined) return context.text('x'.repeat(16_000_000));
      const parsed = parseJson(body.value.text, z.unknown(), 'JSON');
      return parsed.ok
        ? context.text('ok')
        : errorReply(context, 400, 'BAD_JSON', 'It is no JSON.');
    }),
  );
  return {
    port,
    budget,
    outcomes,
    heldBytes: () => heldBytes,
    hold: () => {
      isSlow = true;
      return () => answering.resolve();
    },
    async ask(body: Uint8Array): Promise<number | undefined> {
      return parseReplies(await rawSocket(port, post(body, 'Connection: close\r\n')))[0]?.status;
    },
  };
}

/** Takes all decompression slots. */
async function occupy({ unpacking }: BodyBudget): Promise<() => void> {
  for (let count = 0; count < unpackingCount.value; count += 1)
    expect(await unpacking.enter('others', stays)).toBe('admitted');
  return () => {
    for (let count = 0; count < unpackingCount.value; count += 1) unpacking.leave();
  };
}

test('the maximum decompressed size is reserved before decompression, and the unused rest is released at once [attack-H2]', async () => {
  const { port, ask, hold, heldBytes } = await start();
  const finish = hold();
  const status = ask(good);
  await expect.poll(() => steps).toContain(`give back ${unpackFreeBytes.value - json.length}`);
  expect(steps.slice(steps.indexOf(`take ${good.length}`))).toEqual([
    `take ${good.length}`,
    `take ${unpackFreeBytes.value}`,
    'unpack',
    `give back ${unpackFreeBytes.value - json.length}`,
  ]);
  expect(heldBytes()).toBe(good.length + json.length);
  finish();
  expect([await status, port > 0]).toEqual([200, true]);
  await expect.poll(heldBytes).toBe(0);
});

test('a body without room for its decompressed form is refused still compressed [attack-H2]', async () => {
  const { ask, heldBytes } = await start({}, unpackFreeBytes.value);
  expect(await ask(good)).toBe(503);
  expect(steps).not.toContain('unpack');
  await expect.poll(heldBytes).toBe(0);
});

test.each([
  ['a good one', good, 200],
  ['plain text', Buffer.from(json), 200],
  ['invalid JSON', gzipSync('{'), 400],
  ['invalid text', gzipSync(Buffer.from([0xff])), 400],
  ['invalid gzip', Buffer.concat([good.subarray(0, 20), Buffer.alloc(20)]), 400],
  ['a bomb', bomb, 413],
  ['one that is too large', Buffer.alloc(intakeLimits.bodyMaxBytes + 1), 413],
  ['one without room', Buffer.alloc(1_500_000), 503],
])('the answer to a body releases all its room: %s', async (_what, body, status) => {
  const { ask, heldBytes } = await start();
  expect(await ask(body)).toBe(status);
  await expect.poll(heldBytes).toBe(0);
});

test('a client that leaves while its body arrives releases all room', async () => {
  const { port, outcomes, heldBytes } = await start();
  const socket = await openSocket(port);
  socket.write(post(Buffer.alloc(10_000)).subarray(0, 5_000));
  await expect.poll(heldBytes).toBeGreaterThan(0);
  socket.destroy();
  await expect.poll(() => [outcomes, heldBytes()]).toEqual([['BODY_INCOMPLETE'], 0]);
});

test('a client that leaves before its answer releases all room', async () => {
  const { port, hold, outcomes, heldBytes } = await start();
  hold();
  const socket = await openSocket(port);
  socket.write(post(good));
  await expect.poll(() => outcomes).toEqual(['OK']);
  expect(heldBytes()).toBe(good.length + json.length);
  socket.destroy();
  await expect.poll(heldBytes).toBe(0);
});

test('a client that leaves during decompression releases all room', async () => {
  const { port, budget, outcomes, heldBytes } = await start();
  const free = await occupy(budget);
  const large = gzipSync(`"${'x'.repeat(140_000)}"`);
  const socket = await openSocket(port);
  socket.write(post(large));
  await expect.poll(heldBytes).toBe(large.length);
  // The decompression, in a thread, needs a turn of the event loop to return, and so does the
  // client's leaving.
  free();
  socket.resetAndDestroy();
  await expect.poll(() => [outcomes.length, heldBytes()]).toEqual([1, 0]);
});

test('a body that has arrived keeps its room until its answer', async () => {
  const { port, budget, hold, outcomes } = await start();
  hold();
  const socket = await openSocket(port);
  socket.write(post(Buffer.alloc(900_000, ' ')));
  await expect.poll(() => outcomes).toEqual(['OK']);
  const { take } = budget.roomFor('192.0.2.1');
  expect([take(200_000), take(100_000)]).toEqual([false, true]);
});

test('an answer that its client does not read holds no room for the body [attack-H5]', async () => {
  const { port, outcomes, heldBytes } = await start();
  const socket = await openSocket(port);
  socket.write(post(good, 'X-Long: 1\r\n'));
  await firstBytes(socket);
  await expect.poll(() => [outcomes, heldBytes()]).toEqual([['OK'], 0]);
  expect(socket.destroyed).toBe(false);
});

test('the rest of a refused body is not read', async () => {
  const { ask } = await start();
  expect(await ask(Buffer.alloc(1_900_000))).toBe(503);
  expect(steps.filter((step) => step.startsWith('refuse'))).toHaveLength(1);
  expect(steps.at(-2)).toMatch(/^refuse/);
});

test('a chunked body without a length is refused at the first byte above the limit', async () => {
  const { port } = await start({}, 10_000_000);
  const chunk = `ffff\r\n${'x'.repeat(0xffff)}\r\n`;
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
  const text = await rawSocket(port, head + chunk.repeat(intakeLimits.bodyMaxBytes / 0xffff + 1));
  expect(parseReplies(text)[0]?.status).toBe(413);
});

test('a body whose client leaves waits no longer for decompression, and keeps no slot [attack-H2]', async () => {
  const { port, budget, ask, outcomes, heldBytes } = await start();
  const free = await occupy(budget);
  const socket = await openSocket(port);
  socket.write(post(good));
  await expect.poll(heldBytes).toBe(good.length);
  socket.destroy();
  await expect.poll(() => [outcomes, heldBytes()]).toEqual([['BODY_INCOMPLETE'], 0]);
  free();
  expect(steps).not.toContain('unpack');
  // All slots are free again, several times.
  for (let count = 0; count <= unpackingCount.value; count += 1) expect(await ask(good)).toBe(200);
});

test('a client that uses up its bytes while a body waits is refused before decompression', async () => {
  const { port, budget, outcomes, heldBytes } = await start();
  const free = await occupy(budget);
  const reply = rawSocket(port, post(good, 'Connection: close\r\n'));
  await expect.poll(heldBytes).toBe(good.length);
  budget.received.take(client, 1_000_000_000);
  free();
  expect(parseReplies(await reply)[0]?.status).toBe(429);
  expect([outcomes, steps.includes('unpack')]).toEqual([['RATE_LIMITED'], false]);
  await expect.poll(heldBytes).toBe(0);
});

test('a body counts with its decompressed bytes, and a bomb with its maximum [attack-H2]', async () => {
  const { budget, ask } = await start();
  const taking = vi.spyOn(budget.received, 'take');
  for (const body of [good, Buffer.from(json), bomb]) await ask(body);
  expect(taking.mock.calls).toEqual([
    [client, json.length],
    [client, json.length],
    [client, unpackedMaxBytesOf(bomb, intakeLimits.unpackedMaxBytes)],
  ]);
});

test.each([
  ['full', 'SERVER_BUSY'],
  ['gone', 'BODY_INCOMPLETE'],
] as const)('a body without a turn to be parsed (%s) is refused with %s', async (outcome, code) => {
  const { ask, outcomes, heldBytes } = await start({ turns: { next: async () => outcome } });
  await ask(good);
  expect(outcomes).toEqual([code]);
  await expect.poll(heldBytes).toBe(0);
});

test('the rest of a refused body is not read as the next request', async () => {
  const { port, ask } = await start();
  const smuggled = Buffer.from('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n');
  const replies = parseReplies(
    await rawSocket(port, post(Buffer.alloc(intakeLimits.bodyMaxBytes + 1, smuggled))),
  );
  expect(replies.map(({ status }) => status)).toEqual([413]);
  expect(await ask(good)).toBe(200);
});

test('where no compression is expected a compressed body is read unchanged, and is invalid text', async () => {
  const budget = createBodyBudget({ now: () => 0 });
  const { port } = await startApp((app) =>
    app.post('/', async (context) => {
      const body = await receiveBody(context, budget, { bodyMaxBytes: 1_000 });
      return body.ok ? context.text('ok') : refusalReply(context, body.error);
    }),
  );
  const [reply] = parseReplies(await rawSocket(port, post(good, 'Connection: close\r\n')));
  expect([reply?.status, reply?.body]).toEqual([400, expect.stringContaining('BAD_TEXT')]);
});

import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { intakeLimits } from '../../../../shared/limits/intake-limits.ts';
import { firstBytes, openSocket } from '../support/open-socket.ts';
import {
  bomb,
  occupy,
  packedBody,
  plainBody,
  requestOf,
  startReceiver,
  steps,
  unpackFreeBytes,
} from './start-receiver.ts';

test('the maximum decompressed size is reserved before decompression, and the unused rest is released at once [attack-H2]', async () => {
  const { port, ask, hold, heldBytes } = await startReceiver();
  const finish = hold();
  const status = ask(packedBody);
  await expect.poll(() => steps).toContain(`give back ${unpackFreeBytes.value - plainBody.length}`);
  expect(steps.slice(steps.indexOf(`take ${packedBody.length}`))).toEqual([
    `take ${packedBody.length}`,
    `take ${unpackFreeBytes.value}`,
    'unpack',
    `give back ${unpackFreeBytes.value - plainBody.length}`,
  ]);
  expect(heldBytes()).toBe(packedBody.length + plainBody.length);
  finish();
  expect([await status, port > 0]).toEqual([200, true]);
  await expect.poll(heldBytes).toBe(0);
});

test('a body without room for its decompressed form is refused still compressed [attack-H2]', async () => {
  const { ask, heldBytes } = await startReceiver({}, unpackFreeBytes.value);
  expect(await ask(packedBody)).toBe(503);
  expect(steps).not.toContain('unpack');
  await expect.poll(heldBytes).toBe(0);
});

test.each([
  ['a good one', packedBody, 200],
  ['plain text', Buffer.from(plainBody), 200],
  ['invalid JSON', gzipSync('{'), 400],
  ['invalid text', gzipSync(Buffer.from([0xff])), 400],
  ['invalid gzip', Buffer.concat([packedBody.subarray(0, 20), Buffer.alloc(20)]), 400],
  ['a bomb', bomb, 413],
  ['one that is too large', Buffer.alloc(intakeLimits.bodyMaxBytes + 1), 413],
  ['one without room', Buffer.alloc(1_500_000), 503],
])('the answer to a body releases all its room: %s', async (_what, body, status) => {
  const { ask, heldBytes } = await startReceiver();
  expect(await ask(body)).toBe(status);
  await expect.poll(heldBytes).toBe(0);
});

test('a client that leaves while its body arrives releases all room', async () => {
  const { port, outcomes, heldBytes } = await startReceiver();
  const socket = await openSocket(port);
  socket.write(requestOf(Buffer.alloc(10_000)).subarray(0, 5_000));
  await expect.poll(heldBytes).toBeGreaterThan(0);
  socket.destroy();
  await expect.poll(() => [outcomes, heldBytes()]).toEqual([['BODY_INCOMPLETE'], 0]);
});

test('a client that leaves before its answer releases all room', async () => {
  const { port, hold, outcomes, heldBytes } = await startReceiver();
  hold();
  const socket = await openSocket(port);
  socket.write(requestOf(packedBody));
  await expect.poll(() => outcomes).toEqual(['OK']);
  expect(heldBytes()).toBe(packedBody.length + plainBody.length);
  socket.destroy();
  await expect.poll(heldBytes).toBe(0);
});

test('a client that leaves during decompression releases all room', async () => {
  const { port, budget, outcomes, heldBytes } = await startReceiver();
  const free = await occupy(budget);
  const large = gzipSync(`"${'x'.repeat(140_000)}"`);
  const socket = await openSocket(port);
  socket.write(requestOf(large));
  await expect.poll(heldBytes).toBe(large.length);
  // The decompression, in a thread, needs a turn of the event loop to return, and so does the
  // client's leaving.
  free();
  socket.resetAndDestroy();
  await expect.poll(() => [outcomes.length, heldBytes()]).toEqual([1, 0]);
});

test('a body that has arrived keeps its room until its answer', async () => {
  const { port, budget, hold, outcomes } = await startReceiver();
  hold();
  const socket = await openSocket(port);
  socket.write(requestOf(Buffer.alloc(900_000, ' ')));
  await expect.poll(() => outcomes).toEqual(['OK']);
  const { take } = budget.roomFor('192.0.2.1');
  expect([take(200_000), take(100_000)]).toEqual([false, true]);
});

test('an answer that its client does not read holds no room for the body [attack-H5]', async () => {
  const { port, outcomes, heldBytes } = await startReceiver();
  const socket = await openSocket(port);
  socket.write(requestOf(packedBody, 'X-Long: 1\r\n'));
  await firstBytes(socket);
  await expect.poll(() => [outcomes, heldBytes()]).toEqual([['OK'], 0]);
  expect(socket.destroyed).toBe(false);
});

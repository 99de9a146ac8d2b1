import { expect, test, vi } from 'vitest';
import { createBodyBudget } from '../../../../server/http/fairness/body-budget.ts';
import { receiveBody, refusalReply } from '../../../../server/intake/receive-body.ts';
import { unpackedMaxBytesOf } from '../../../../server/intake/unpack-body.ts';
import { intakeLimits } from '../../../../shared/limits/intake-limits.ts';
import { openSocket } from '../support/open-socket.ts';
import { parseReplies, rawSocket } from '../support/raw-socket.ts';
import { startApp } from '../support/start-app.ts';
import {
  bomb,
  occupy,
  packedBody,
  plainBody,
  requestOf,
  startReceiver,
  steps,
  unpackingCount,
} from './start-receiver.ts';

const client = '127.0.0.1';

test('the rest of a refused body is not read', async () => {
  const { ask } = await startReceiver();
  expect(await ask(Buffer.alloc(1_900_000))).toBe(503);
  expect(steps.filter((step) => step.startsWith('refuse'))).toHaveLength(1);
  expect(steps.at(-2)).toMatch(/^refuse/);
});

test('a chunked body without a length is refused at the first byte above the limit', async () => {
  const { port } = await startReceiver({}, 10_000_000);
  const chunk = `ffff\r\n${'x'.repeat(0xffff)}\r\n`;
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
  const text = await rawSocket(port, head + chunk.repeat(intakeLimits.bodyMaxBytes / 0xffff + 1));
  expect(parseReplies(text)[0]?.status).toBe(413);
});

test('a body whose client leaves waits no longer for decompression, and keeps no slot [attack-H2]', async () => {
  const { port, budget, ask, outcomes, heldBytes } = await startReceiver();
  const free = await occupy(budget);
  const socket = await openSocket(port);
  socket.write(requestOf(packedBody));
  await expect.poll(heldBytes).toBe(packedBody.length);
  socket.destroy();
  await expect.poll(() => [outcomes, heldBytes()]).toEqual([['BODY_INCOMPLETE'], 0]);
  free();
  expect(steps).not.toContain('unpack');
  // All slots are free again, several times.
  for (let count = 0; count <= unpackingCount.value; count += 1)
    expect(await ask(packedBody)).toBe(200);
});

test('a client that uses up its bytes while a body waits is refused before decompression', async () => {
  const { port, budget, outcomes, heldBytes } = await startReceiver();
  const free = await occupy(budget);
  const reply = rawSocket(port, requestOf(packedBody, 'Connection: close\r\n'));
  await expect.poll(heldBytes).toBe(packedBody.length);
  budget.received.take(client, 1_000_000_000);
  free();
  expect(parseReplies(await reply)[0]?.status).toBe(429);
  expect([outcomes, steps.includes('unpack')]).toEqual([['RATE_LIMITED'], false]);
  await expect.poll(heldBytes).toBe(0);
});

test('a body counts with its decompressed bytes, and a bomb with its maximum [attack-H2]', async () => {
  const { budget, ask } = await startReceiver();
  const taking = vi.spyOn(budget.received, 'take');
  for (const body of [packedBody, Buffer.from(plainBody), bomb]) await ask(body);
  expect(taking.mock.calls).toEqual([
    [client, plainBody.length],
    [client, plainBody.length],
    [client, unpackedMaxBytesOf(bomb, intakeLimits.unpackedMaxBytes)],
  ]);
});

test.each([
  ['full', 'SERVER_BUSY'],
  ['gone', 'BODY_INCOMPLETE'],
] as const)('a body without a turn to be parsed (%s) is refused with %s', async (outcome, code) => {
  const { ask, outcomes, heldBytes } = await startReceiver({
    turns: { next: async () => outcome },
  });
  await ask(packedBody);
  expect(outcomes).toEqual([code]);
  await expect.poll(heldBytes).toBe(0);
});

test('the rest of a refused body is not read as the next request', async () => {
  const { port, ask } = await startReceiver();
  const smuggled = Buffer.from('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n');
  const replies = parseReplies(
    await rawSocket(port, requestOf(Buffer.alloc(intakeLimits.bodyMaxBytes + 1, smuggled))),
  );
  expect(replies.map(({ status }) => status)).toEqual([413]);
  expect(await ask(packedBody)).toBe(200);
});

test('where no compression is expected a compressed body is read unchanged, and is invalid text', async () => {
  const budget = createBodyBudget({ now: () => 0 });
  const { port } = await startApp((app) =>
    app.post('/', async (context) => {
      const body = await receiveBody(context, budget, { bodyMaxBytes: 1_000 });
      return body.ok ? context.text('ok') : refusalReply(context, body.error);
    }),
  );
  const [reply] = parseReplies(
    await rawSocket(port, requestOf(packedBody, 'Connection: close\r\n')),
  );
  expect([reply?.status, reply?.body]).toEqual([400, expect.stringContaining('BAD_TEXT')]);
});

import { createHook } from 'node:async_hooks';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished } from 'vitest';
import * as z from 'zod';
import { errorReply } from '../../../../server/http/error-reply.ts';
import { type BodyBudget, createBodyBudget } from '../../../../server/http/fairness/body-budget.ts';
import { parseJson } from '../../../../server/http/parse-json.ts';
import { intakeCostLimits } from '../../../../server/intake/intake-limits.ts';
import { receiveBody, refusalReply } from '../../../../server/intake/receive-body.ts';
import { parseReplies, rawSocket } from '../support/raw-socket.ts';
import { startApp } from '../support/start-app.ts';

export const steps: string[] = [];

/** Records each start of decompression. */
const zlibHook = createHook({
  init: (_id, type) => {
    if (type === 'ZLIB') steps.push('unpack');
  },
});

const stays = new AbortController().signal;
export const plainBody = JSON.stringify({ text: 'x'.repeat(10_000) });
export const packedBody = gzipSync(plainBody);
export const bomb = gzipSync(Buffer.alloc(2_000_000));
export const { unpackFreeBytes, unpackingCount } = intakeCostLimits;

export function requestOf(body: Uint8Array, more = ''): Buffer {
  const head = `POST / HTTP/1.1\r\nHost: a\r\n${more}Content-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

/** A server that parses received bodies, with a budget whose free room the test reads. */
export async function startReceiver(changes: Partial<BodyBudget> = {}, inFlightBytes = 1_000_000) {
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
      return parseReplies(await rawSocket(port, requestOf(body, 'Connection: close\r\n')))[0]
        ?.status;
    },
  };
}

/** Takes all decompression slots. */
export async function occupy({ unpacking }: BodyBudget): Promise<() => void> {
  for (let count = 0; count < unpackingCount.value; count += 1)
    expect(await unpacking.enter('others', stays)).toBe('admitted');
  return () => {
    for (let count = 0; count < unpackingCount.value; count += 1) unpacking.leave();
  };
}

import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { deliverMessages } from '../../../../server/webhooks/deliver-messages.ts';
import { openOutbox } from '../../../../server/webhooks/open-outbox.ts';
import type { Attempt } from '../../../../server/webhooks/send-message.ts';
import { tempDirectory } from '../support/temp-directory.ts';
import { startReceiver } from '../support/webhook-receiver.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Delivers to a receiver until the test ends. */
function deliverTo(url: string, answerMs?: number) {
  const outbox = openOutbox(join(tempDirectory(), 'webhooks.sqlite'), {
    urls: [url],
    now: Date.now,
    random: () => 0,
  });
  const attempts: Attempt[] = [];
  const errors: unknown[] = [];
  const stopping = new AbortController();
  const running = deliverMessages(outbox, url, {
    secret,
    now: Date.now,
    onAttempt: (attempt) => attempts.push(attempt),
    reportError: (error) => errors.push(error),
    signal: stopping.signal,
    ...(answerMs !== undefined && { answerMs }),
  });
  const stop = async () => {
    stopping.abort();
    await running;
  };
  onTestFinished(async () => {
    await stop();
    outbox.close();
    expect(errors).toEqual([]);
  });
  return { outbox, attempts, stop };
}

const add = ({ outbox }: ReturnType<typeof deliverTo>, videoId = 'a') =>
  outbox.add([{ type: 'video.removed', data: { videoId } }], new Map());

test('messages arrive at once, in order, each once, and can be verified', async () => {
  const { url, received } = await startReceiver();
  const delivery = deliverTo(url);
  for (const videoId of ['a', 'b', 'c']) add(delivery, videoId);
  await expect.poll(() => received.length).toBe(3);
  const receiver = new Webhook(secret);
  const bodies = received.map(({ headers, body }) =>
    receiver.verify(body, headers as Record<string, string>),
  );
  expect(bodies).toMatchObject(['a', 'b', 'c'].map((videoId) => ({ data: { videoId } })));
  expect(received[0]?.headers['content-type']).toBe('application/json');
  await expect.poll(() => delivery.outbox.waitingCount()).toBe(0);
});

/** @returns the first attempt to send a message to this receiver, and what is kept of it */
async function failsAt(url: string, answerMs?: number) {
  const delivery = deliverTo(url, answerMs);
  add(delivery);
  await expect.poll(() => delivery.attempts.length).toBeGreaterThan(0);
  const [kept] = delivery.outbox.list(1);
  const { isDelivered, ...failure } = delivery.attempts[0] ?? { isDelivered: true };
  expect(isDelivered).toBe(false);
  expect(kept).toMatchObject({ state: 'waiting', ...failure });
  return delivery.attempts[0];
}

test('a receiver that refuses or redirects gets the message again later, and no other address gets it', async () => {
  const elsewhere = await startReceiver();
  const refusing = await startReceiver(() => ({ status: 500 }));
  expect(await failsAt(refusing.url)).toMatchObject({ status: 500, problem: 'It answers 500.' });
  const headers = { Location: elsewhere.url };
  const redirecting = await startReceiver(() => ({ status: 307, headers }));
  expect(await failsAt(redirecting.url)).toMatchObject({
    status: 307,
    problem: expect.stringMatching(/give the final address/),
  });
  expect(elsewhere.received).toEqual([]);
});

test('a receiver that does not answer in time fails', async () => {
  const { url } = await startReceiver(() => null);
  expect(await failsAt(url, 50)).toMatchObject({
    status: null,
    problem: 'No answer within 0.05 s.',
  });
});

test('a receiver that is not there fails', async () => {
  const { url, close } = await startReceiver();
  close();
  expect(await failsAt(url)).toMatchObject({
    status: null,
    problem: 'It cannot be reached (ECONNREFUSED).',
  });
});

test('an attempt that the end of the server cuts off counts as none', async () => {
  const { url, received } = await startReceiver(() => null);
  const delivery = deliverTo(url);
  add(delivery);
  await expect.poll(() => received.length).toBe(1);
  await delivery.stop();
  expect(delivery.outbox.list(1)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
});

test('a message that failed comes again by a replay, with the same id', async () => {
  const { url, received } = await startReceiver((n) => ({ status: n === 1 ? 503 : 200 }));
  const delivery = deliverTo(url);
  add(delivery);
  await expect.poll(() => delivery.attempts.length).toBe(1);
  delivery.outbox.replay(delivery.outbox.list(1)[0]?.id ?? '');
  await expect.poll(() => received.length).toBe(2);
  const ids = received.map(({ headers }) => headers['webhook-id']);
  expect(ids[1]).toBe(ids[0]);
  await expect.poll(() => delivery.outbox.list(1)[0]?.state).toBe('delivered');
});

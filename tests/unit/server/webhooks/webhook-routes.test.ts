import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import {
  makeSession,
  sessionCookies,
} from '../../../../server/operator/telemetry/operator-session.ts';
import { sampleMp4 } from '../support/media-samples.ts';
import { readNdjson } from '../support/ndjson.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';
import { startReceiver } from '../support/webhook-receiver.ts';

test('a server reports a new video to its receivers, signed with the secret in its data directory [feature-webhooks]', async () => {
  const [one, other] = [await startReceiver(), await startReceiver()];
  const mediaDir = tempDirectory();
  const dataDir = tempDirectory();
  const server = await startTestServer({ webhooks: [one.url, other.url], mediaDir, dataDir });
  // The first look only notes what is there.
  await server.rescanLibrary();
  writeFileSync(join(mediaDir, 'New film.mp4'), sampleMp4);
  await server.rescanLibrary();
  const ready = ({ received }: typeof one) =>
    received.filter(({ body }) => JSON.parse(body).type === 'video.ready');
  await expect.poll(() => [ready(one).length, ready(other).length]).toEqual([1, 1]);
  const receiver = new Webhook(readFileSync(join(dataDir, 'webhook-secret'), 'utf8').trim());
  for (const place of [one, other])
    for (const { headers, body } of ready(place))
      expect(receiver.verify(body, headers as Record<string, string>)).toMatchObject({
        type: 'video.ready',
        data: { title: 'New film' },
      });
});

test('the operator sees deliveries, tries receivers, and sends a message again', async () => {
  let isRefused = true;
  const { url, received } = await startReceiver(() => ({ status: isRefused ? 500 : 204 }));
  const server = await startTestServer({ webhooks: [url] });
  const post = (path: string) => fetch(`${server.embed}/telemetry/${path}`, { method: 'POST' });
  // The disk of this machine may be nearly full, which is reported too.
  const listed = async () =>
    (await readNdjson(`${server.embed}/telemetry/webhooks`)).filter(
      ({ type }) => type === 'webhook.test',
    );
  expect((await post('webhooks/test')).status).toBe(202);
  await expect.poll(listed).toMatchObject([
    {
      type: 'webhook.test',
      state: 'waiting',
      attempts: 1,
      status: 500,
      problem: 'It answers 500.',
    },
  ]);
  const [delivery] = await listed();
  isRefused = false;
  expect((await post(`webhooks/replay?id=${delivery.id}`)).status).toBe(202);
  await expect.poll(listed).toMatchObject([{ state: 'delivered', status: 204, problem: null }]);
  const ids = received.map(({ headers }) => headers['webhook-id']);
  expect(ids.filter((id) => id === delivery.id)).toHaveLength(2);
  const unknown = await post('webhooks/replay?id=msg_none');
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toMatchObject({ error: { code: 'NO_MESSAGE' } });
  expect((await fetch(`${server.embed}/telemetry/webhooks?last=x`)).status).toBe(400);
  const metrics = await (await fetch(`${server.embed}/metrics`)).text();
  for (const outcome of ['failed', 'delivered'])
    expect(metrics).toMatch(
      new RegExp(`^offstage_webhook_attempts_total\\{outcome="${outcome}"\\} [1-9]`, 'm'),
    );
  expect(metrics).toContain('offstage_webhook_waiting ');
});

test('strangers and pages of other origins can neither read nor send messages', async () => {
  const { url, received } = await startReceiver();
  const server = await startTestServer({ webhooks: [url], token: 'secret' });
  for (const [method, path] of [
    ['GET', 'webhooks'],
    ['POST', 'webhooks/test'],
    ['POST', 'webhooks/replay'],
  ] as const)
    expect((await rawRequest(server.embed, `/telemetry/${path}`, { method })).status).toBe(401);
  const headers = { Authorization: 'Bearer secret', Origin: 'https://evil.example' };
  const foreign = await rawRequest(server.embed, '/telemetry/webhooks/test', {
    method: 'POST',
    headers,
  });
  expect(foreign.status).toBe(403);
  // Buttons on a page elsewhere and in the dashboard, with the session of an operator.
  const Cookie = `${sessionCookies.operator}=${makeSession('secret', Date.now())}`;
  for (const [site, status] of [
    ['cross-site', 403],
    ['same-origin', 404],
  ] as const) {
    const pressed = await rawRequest(server.embed, '/telemetry/webhooks/replay?id=none', {
      method: 'POST',
      headers: { Cookie, 'Sec-Fetch-Site': site },
    });
    expect(pressed.status).toBe(status);
  }
  expect(received.map(({ body }) => JSON.parse(body).type)).not.toContain('webhook.test');
});

test('without receivers there is nothing to list or to send, no file and no secret', async () => {
  const dataDir = tempDirectory();
  const server = await startTestServer({ dataDir });
  expect((await fetch(`${server.embed}/telemetry/webhooks`)).status).toBe(204);
  const tried = await fetch(`${server.embed}/telemetry/webhooks/test`, { method: 'POST' });
  expect(tried.status).toBe(404);
  expect(() => readFileSync(join(dataDir, 'webhook-secret'))).toThrow();
});

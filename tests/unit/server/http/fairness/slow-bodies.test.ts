import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { httpLimits } from '../../../../../server/http/http-limits.ts';
import { intakeCostLimits } from '../../../../../server/intake/intake-limits.ts';
import { intakeLimits } from '../../../../../shared/limits/intake-limits.ts';
import { logBatch, logEvent } from '../../support/log-batches.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer } from '../../support/start-test-server.ts';

const intake = '/youtubei/v1/log_event';

function send(port: number, localAddress: string, text: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {}).write(text);
  return socket;
}

const post = (path: string, length: number, sent: number, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\n${more}Content-Length: ${length}\r\n\r\n${'x'.repeat(sent)}`;

/**
 * Keeps this number of unfinished bodies of a client open, replacing those that the server cuts
 * off.
 */
function hold(port: number, localAddress: string, text: string, count: number): void {
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const open = () => {
    send(port, localAddress, text)
      .resume()
      .once('close', () => {
        if (!isOver) open();
      });
  };
  for (let index = 0; index < count; index += 1) open();
}

/** @returns the status of an answer */
function statusOf(socket: Socket): Promise<number> {
  return new Promise((resolve) => {
    socket.once('data', (chunk) => resolve(Number(chunk.toString('latin1').slice(9, 12))));
    socket.once('close', () => resolve(0));
  });
}

test('two clients that fill all room with unfinished bodies do not block another client’s batch [attack-H5]', async () => {
  const server = await startTestServer({ trustedProxies: [], rateLimit: 0 });
  const { embedPort: port } = server;
  const { bodyMaxBytes } = intakeLimits;
  const count = intakeCostLimits.inFlightClientBytes.value / bodyMaxBytes;
  const slowBody = post(intake, bodyMaxBytes, bodyMaxBytes - 1_000);
  for (const attacker of ['127.0.0.2', '127.0.0.3']) {
    hold(port, attacker, slowBody, count);
    // All has been read when there is no room for a little more.
    const more = () => statusOf(send(port, attacker, post(intake, 100_000, 100_000)));
    await expect.poll(more).toBe(503);
  }
  const body = JSON.stringify(logBatch([logEvent(1)])).padEnd(bodyMaxBytes);
  const reply = await rawRequest(server.embed, intake, { method: 'POST', body });
  expect([reply.status, JSON.parse(reply.body)]).toEqual([
    200,
    { accepted: 1, duplicates: 0, rejected: 0 },
  ]);
});

test('a client with unfinished sign-in forms does not block the operator’s form [attack-H5]', async () => {
  const token = 't'.repeat(32);
  const server = await startTestServer({ trustedProxies: [], rateLimit: 0, token });
  const { embedPort: port } = server;
  const path = '/telemetry/session';
  const { formMaxBytes, formsMaxBytes } = httpLimits;
  const slowForm = post(path, formMaxBytes.value, formMaxBytes.value - 1);
  hold(port, '127.0.0.2', slowForm, formsMaxBytes.value / formMaxBytes.value);
  const more = () => statusOf(send(port, '127.0.0.2', post(path, 5_000, 5_000)));
  await expect.poll(more).toBe(400);
  const reply = await rawRequest(server.embed, path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `token=${token}${'+'.repeat(5_000)}`,
  });
  expect(reply.status).toBe(303);
});

import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { pageConfigSchema } from '../../../../shared/page/page-config-schema.ts';
import { untilPasses } from '../../../support/until.ts';
import { logBatch, logEvent, testSid } from '../support/log-batches.ts';
import { readNdjson } from '../support/ndjson.ts';
import { pageConfigIn } from '../support/page-config-in.ts';
import { rawRequest } from '../support/raw-request.ts';
import { readFigures } from '../support/read-figures.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const intake = '/youtubei/v1/log_event?alt=json';

test.each([
  [intake, { method: 'POST', body: JSON.stringify(logBatch([logEvent(1)])) }],
  [
    '/youtubei/v1/video_stats?alt=json',
    { method: 'POST', body: JSON.stringify(logBatch([logEvent(1)])) },
  ],
  ['/log', { method: 'POST', body: '{}' }],
  ['/error_204?a=logerror', { method: 'POST', body: 'id=1' }],
  [intake, { method: 'POST', body: 'junk' }],
  [intake, { method: 'POST' }],
  [intake, { method: 'POST', body: Buffer.alloc(2_000_000) }],
  [`${intake}&sid=${testSid}&from=1`, {}],
])(
  'with telemetry off a page gets a permanent refusal at %s, whatever it sends',
  async (path, request) => {
    const server = await startTestServer({ isTelemetryOn: false });
    const reply = await rawRequest(server.embed, path, { ...request, headers: { Origin: 'null' } });
    // Not 408, 429 or 5xx, after which pages try again for 30 days.
    expect(reply.status).toBe(410);
    expect(JSON.parse(reply.body).error).toEqual({
      code: 'TELEMETRY_OFF',
      message: expect.stringMatching(/^Telemetry is switched off/),
    });
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    });
    expect(await readNdjson(`${server.embed}/telemetry/events`)).toEqual([]);
    expect(await readFigures(`${server.embed}/telemetry/summary`)).toMatchObject({
      rejected: 0,
      bytes: 0,
    });
    expect(server.errors).toEqual([]);
  },
);

test('a slow sender gets the answer after its whole body, and no broken connection', async () => {
  const server = await startTestServer({ isTelemetryOn: false });
  const socket = connect(server.embedPort, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  let reply = '';
  socket.on('data', (chunk) => {
    reply += chunk;
  });
  const closed = vi.fn();
  socket.on('error', closed).on('close', closed);
  socket.write('POST /log HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf ');
  // More than the adapter reads of a body without a handler.
  await sleep(700);
  expect(reply).toBe('');
  socket.write('there');
  await untilPasses(() => expect(reply).toMatch(/^HTTP\/1\.1 410 /));
  expect(closed).not.toHaveBeenCalled();
});

test('preflights are answered, so that pages of other origins get the refusal too', async () => {
  const server = await startTestServer({ isTelemetryOn: false });
  const reply = await rawRequest(server.embed, intake, {
    method: 'OPTIONS',
    headers: { Origin: 'null', 'Access-Control-Request-Method': 'POST' },
  });
  expect(reply).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': '*' } });
});

test('the page config says whether the page may log', async () => {
  for (const isTelemetryOn of [true, false]) {
    const server = await startTestServer({ isTelemetryOn });
    const page = await (await fetch(`${server.embed}/embed/unknown0000`)).text();
    expect(z.parse(pageConfigSchema, pageConfigIn(page)).telemetry).toBe(
      isTelemetryOn ? undefined : false,
    );
  }
});

test('stored events stay readable, and the intake can be turned on again', async () => {
  const dataDir = tempDirectory();
  const send = (origin: string, seq: number) =>
    rawRequest(origin, intake, { method: 'POST', body: JSON.stringify(logBatch([logEvent(seq)])) });
  const before = await startTestServer({ dataDir });
  await send(before.embed, 1);
  await before.stop(0);
  const off = await startTestServer({ dataDir, isTelemetryOn: false });
  await send(off.embed, 2);
  expect(await readNdjson(`${off.embed}/telemetry/events`)).toMatchObject([{ seq: 1 }]);
  await off.stop(0);
  const after = await startTestServer({ dataDir });
  expect((await send(after.embed, 3)).status).toBe(200);
  expect(await readNdjson(`${after.embed}/telemetry/gaps`)).toMatchObject([{ ranges: [[2, 2]] }]);
});

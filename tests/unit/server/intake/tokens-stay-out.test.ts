import { expect, test } from 'vitest';
import { logBatch, logEvent, testSid } from '../support/log-batches.ts';
import { sampleMp4 } from '../support/media-samples.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const signature = 'Sig_nature-of-43-characters-that-opens-a-vid';
const token = `1700000000.${signature.slice(0, 43)}`;
const segment = `~1700000000.private0001.${signature.slice(0, 43)}`;

test('no token of an old player reaches the store, feeds, reports, log or metrics [attack-M9]', async () => {
  const mediaDir = tempDirectory({
    'film.mp4': sampleMp4,
    'film.json': '{"id": "private0001", "private": true}',
  });
  const server = await startTestServer({ mediaDir, hasAccessLog: true });
  const watch = `${server.embed}/watch/private0001?token=${token}`;
  const media = `${server.embed}/media/${segment}/film.mp4`;
  const send = (path: string, body: string) =>
    rawRequest(server.embed, path, { method: 'POST', body });
  const events = [
    logEvent(1, {
      name: 'embed_loaded',
      payload: { videoId: 'private0001', isFramed: true, loaderUrl: watch },
    }),
    logEvent(2, { name: 'recovery', payload: { cause: `GET ${media} failed, from ${watch}` } }),
  ];
  expect((await send('/youtubei/v1/log_event', JSON.stringify(logBatch(events)))).status).toBe(200);
  const { context, sid, requestTimeMs } = logBatch([]);
  const entry = { n: 1, timeMs: 5, kind: 'storage', fields: { cause: watch } };
  const entries = JSON.stringify({
    context,
    sid,
    requestTimeMs,
    droppedCount: 0,
    entries: [entry],
  });
  expect((await send('/log', entries)).status).toBe(200);
  const report = {
    a: 'logerror',
    t: 'jserror',
    type: 'TypeError',
    msg: `x at ${watch}`,
    line: '1',
    level: 'ERROR',
    'client.name': 'N',
  };
  const details = {
    id: 'report-0123456789',
    sid: testSid,
    timeMs: '5',
    source: 'page',
    stack: `TypeError: x\n    at f (${watch}:7:5)\n    at ${media}:2:7`,
    'client.version': '1',
    params: JSON.stringify({ componentStack: watch }),
  };
  const reported = await send(
    `/error_204?${new URLSearchParams(report)}`,
    String(new URLSearchParams(details)),
  );
  expect(reported.status).toBe(204);
  await rawRequest(server.embed, `/watch/private0001?token=${token}`);
  await rawRequest(server.embed, `/media/${segment}/film.mp4`);

  const feeds = ['events', 'log', 'errors', 'summary', 'gaps'].map((name) => `/telemetry/${name}`);
  const logged = await Promise.all(
    [...feeds, '/metrics'].map((path) => rawRequest(server.embed, path)),
  );
  const text = [...logged.map(({ body }) => body), ...server.lines].join('\n');
  expect(text).toContain('/watch/private0001');
  expect(text).toContain(':7:5');
  expect(text).not.toContain(signature.slice(0, 20));
});

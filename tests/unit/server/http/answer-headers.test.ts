import { expect, test } from 'vitest';
import type { AnswerHeaders } from '../../../../server/http/answer-headers.ts';
import { createAnswerHeaders, demoKinds } from '../../../../server/http/answer-headers.ts';
import type { LibraryVideo } from '../../../../server/library/open-video.ts';
import { intakeLimits } from '../../../../shared/limits/intake-limits.ts';
import { mediaPlaylist, sampleMp4 } from '../support/media-samples.ts';
import type { RawReply } from '../support/raw-request.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';
import { shareInFile } from '../support/when-done.ts';

const kinds = createAnswerHeaders({});

/** All headers that the table may name; an answer must not have those its row leaves out. */
const known = [
  ...new Set(
    [...Object.values(kinds), ...demoKinds].flatMap(({ headers }) => Object.keys(headers)),
  ),
];

const mediaFiles = {
  'v.mp4': sampleMp4,
  'v.jpg': 'x',
  'v.json': '{"id":"video000001"}',
  'l.m3u8': mediaPlaylist('1.m4s', '2.m4s', '3.m4s', '4.m4s', '5.m4s', '6.m4s'),
  'l.json': '{"id":"video000002","live":true}',
};

function expectRow({ headers, status }: RawReply, row: AnswerHeaders, where: string): void {
  const got = Object.fromEntries(
    known.flatMap((name) => {
      const value = headers[name.toLowerCase()];
      // Beside `'self'` the player page names its own origin.
      return value === undefined
        ? []
        : [[name, `${value}`.replace(/'self' http:\/\/127\.0\.0\.1:\d+/g, "'self'")]];
    }),
  );
  expect({ where, ...got }).toEqual({ where, ...row.headers });
  const caching = headers['cache-control'];
  // Errors are cached only as the table says.
  if (status >= 400) expect(['no-store', 'no-cache', undefined], where).toContain(caching);
  else if (caching !== undefined) expect(row.cached, where).toContain(caching);
  expect(headers, where).not.toHaveProperty('x-frame-options');
  expect(headers, where).not.toHaveProperty('x-powered-by');
  expect(headers, where).not.toHaveProperty('strict-transport-security');
}

type Sample = [path: string, status: number, options?: Parameters<typeof rawRequest>[2]];
const post = (body: string, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body,
  headers,
});
const range = (value: string) => ({ headers: { Range: value } });
const preflight = {
  method: 'OPTIONS',
  headers: { Origin: 'null', 'Access-Control-Request-Method': 'POST' },
};
const tooLarge = post('', { 'Content-Length': String(intakeLimits.bodyMaxBytes + 1) });

const samples: Record<keyof typeof kinds, Sample[]> = {
  playerPage: [
    ['/embed/video000001', 200],
    ['/embed/unknown0000', 200],
    // Another spelling of the same path gives the same page, with the same policies.
    ['/%65mbed/video000001', 200],
    ['/v', 200],
    ['/embed/video000001', 404, post('')],
  ],
  watchPage: [
    ['/watch/video000001', 200],
    ['/watch/unknown0000', 404],
    ['/watch?v=video000001', 302],
    ['/watch', 404],
    ['/w%61tch/video000001', 200],
    ['/watch/video000001', 404, post('')],
  ],
  oembed: [
    ['/oembed', 400],
    ['/oembed?url=x', 404],
    ['/oembed?url=x&format=php', 501],
    ['/oembed', 204, preflight],
    ['/oembed', 404, post('')],
  ],
  schemas: [
    ['/schemas', 200],
    ['/schemas/log-batch.json', 200],
    ['/schemas/none.json', 404],
    ['/schemas/log-batch.json', 204, preflight],
    ['/schemas/log-batch.json', 404, post('{}')],
  ],
  asset: [
    ['/assets/main-abc.js', 200],
    ['/assets/main-abc.js', 206, range('bytes=0-0')],
    ['/assets/main-abc.js', 416, range('bytes=9-')],
    ['/assets/main-abc.js', 204, preflight],
    ['/assets/main-abc.js.map', 404],
  ],
  hostScript: [
    ['/iframe_api', 404],
    ['/sdk/none.js', 404],
    ['/poster/video000001', 302],
    ['/poster/none', 404],
    // Not in the library: the test puts it there.
    ['/poster/broken00000', 500],
  ],
  botDetection: [
    ['/bot-detection/botd.js', 200],
    ['/bot-detection/none', 404],
  ],
  media: [
    ['/media/v.mp4', 200],
    ['/media/v.mp4', 206, range('bytes=0-0')],
    ['/media/v.mp4', 416, range('bytes=99999999-')],
    ['/media/v.mp4', 412, { headers: { 'If-Match': '"other"' } }],
    ['/media/v.json', 404],
    ['/media/v.mp4', 204, preflight],
  ],
  live: [
    ['/live/video000002/l.m3u8', 200],
    ['/live/video000002/none', 404],
    ['/live/none/l.m3u8', 404],
  ],
  intake: [
    ['/youtubei/v1/log_event', 400, post('{')],
    ['/youtubei/v1/log_event', 413, tooLarge],
    ['/youtubei/v1/log_event', 415, post('{}', { 'Content-Encoding': 'br' })],
    ['/youtubei/v1/log_event', 400],
    ['/youtubei/v1/video_stats', 204, preflight],
    ['/log', 400, post('{')],
    ['/error_204', 400, post('{')],
    ['/log', 404, { method: 'PUT' }],
  ],
  api: [
    ['/youtubei/v1/player', 200, post('{"videoId":"video000001"}')],
    ['/youtubei/v1/player', 400, post('{')],
    ['/youtubei/v1/player', 500, post('{"videoId":"broken00000"}')],
    ['/youtubei/v1/playlist/none', 404],
    ['/youtubei/v1/none', 404],
    ['/license/clearkey/video000001', 404, post('{"kids":["a"]}')],
    ['/youtubei/v1/player', 204, preflight],
  ],
  check: [
    ['/generate_204', 204],
    ['/generate_204', 204, preflight],
  ],
  viewerIds: [
    ['/visitor_id', 200],
    ['/visitor_id', 404, preflight],
    ['/getDatasyncIdsEndpoint', 200],
    ['/getDatasyncIdsEndpoint', 400, { headers: { 'X-Visitor-Id': 'ä' } }],
  ],
  dashboard: [
    ['/telemetry/', 200],
    ['/telemetry/', 401, { headers: { 'X-Forwarded-For': '203.0.113.9' } }],
    ['/telemetry', 302],
  ],
  dashboardAsset: [
    ['/telemetry/assets/dashboard-abc.js', 200],
    ['/telemetry/assets/dashboard-abc.js', 401, { headers: { 'X-Forwarded-For': '203.0.113.9' } }],
    ['/telemetry/assets/none.js', 404],
  ],
  session: [
    ['/telemetry/session', 401, post('token=secret')],
    ['/telemetry/session/end', 303, post('')],
    ['/telemetry/session', 404],
  ],
  telemetry: [
    ['/telemetry/summary', 200],
    ['/telemetry/report', 200],
    ['/telemetry/cost', 200],
    ['/telemetry/audience', 200],
    ['/telemetry/experiments', 200],
    ['/telemetry/playbacks.csv', 200],
    ['/telemetry/report?from=x', 400],
    ['/telemetry/summary', 401, { headers: { 'X-Forwarded-For': '203.0.113.9' } }],
    ['/telemetry/events?after=x', 400],
    ['/telemetry/none', 404],
  ],
  startPage: [['/', 200]],
  health: [
    ['/healthz', 200],
    ['/readyz', 200],
    ['/healthz/request', 200],
  ],
  other: [
    ['/none', 404],
    ['/embedded', 404],
    ['/sdk', 404],
  ],
};

const server = shareInFile(() =>
  startTestServer({ mediaDir: tempDirectory(mediaFiles), botDetection: true }),
);

test.each(Object.entries(samples))(
  'the server’s answers under a path of %s have the headers of the table, errors included [threat-answer-types]',
  async (name, wanted) => {
    const { embed, library } = server();
    const videos = library.videos as Map<string, LibraryVideo | string>;
    const row = kinds[name as keyof typeof kinds];
    for (const [path, status, options] of wanted) {
      const where = `${options?.method ?? 'GET'} ${path} ${status}`;
      if (status === 500) videos.set('broken00000', 'no video');
      const reply = await rawRequest(embed, path, options);
      expect(reply.status, where).toBe(status);
      expectRow(reply, row, where);
      if (options !== undefined) continue;
      const head = await rawRequest(embed, path, { method: 'HEAD' });
      expectRow(head, row, `HEAD ${path}`);
    }
    videos.delete('broken00000');
  },
);

test.each([
  ['/telemetry/', 200, 0],
  ['/telemetry/summary', 200, -3],
  ['/telemetry/none', 404, -3],
  ['/healthz/request', 200, -4],
  ['/docs', 301, -2],
  ['/docs/none', 404, -2],
  ['/assets/demo-abc.js', 200, -1],
  ['/none', 404, -1],
])('the demo’s origin answers %s with the headers of the table', async (path, status, index) => {
  const reply = await rawRequest(server().demo, path);
  expect(reply.status).toBe(status);
  expectRow(reply, demoKinds.at(index) as AnswerHeaders, path);
});

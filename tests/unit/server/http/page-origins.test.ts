import { expect, test } from 'vitest';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { sampleMp4 } from '../support/media-samples.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const player = 'https://player.example';
const stranger = 'https://stranger.example';
const videoId = 'video000001';

const start = (pageOrigins: readonly string[] = [player]) =>
  startTestServer({ pageOrigins, mediaDir: tempDirectory({ [`${videoId}.mp4`]: sampleMp4 }) });

const calls = {
  events: ['/youtubei/v1/log_event', JSON.stringify(logBatch([logEvent(0)]))],
  log: ['/log', '{'],
  errors: ['/error_204', ''],
  player: ['/youtubei/v1/player', JSON.stringify({ videoId })],
} as const;

function call(origin: string, name: keyof typeof calls, headers: Record<string, string>) {
  const [path, body] = calls[name];
  return rawRequest(origin, path, { method: 'POST', body, headers });
}

test.each(Object.keys(calls) as (keyof typeof calls)[])(
  'a call to %s from a listed page is answered to its origin only, with cookies allowed [spec-7.4]',
  async (name) => {
    const { embed } = await start();
    const { status, headers } = await call(embed, name, { Origin: player });
    expect(status).not.toBe(403);
    expect(headers['access-control-allow-origin']).toBe(player);
    expect(headers['timing-allow-origin']).toBe(player);
    expect(headers['access-control-expose-headers']).toContain('Retry-After');
    expect(headers.vary).toContain('Origin');
    expect(headers['access-control-allow-credentials']).toBe('true');
  },
);

test.each(Object.keys(calls) as (keyof typeof calls)[])(
  'a call to %s from an unlisted page has no effect, and the page can read why [threat-page-origins]',
  async (name) => {
    const server = await start();
    const reply = await call(server.embed, name, { Origin: stranger });
    expect(reply.status).toBe(403);
    expect(reply.headers['access-control-allow-origin']).toBe('*');
    expect(reply.headers).not.toHaveProperty('access-control-allow-credentials');
    expect(JSON.parse(reply.body)).toEqual({
      error: {
        code: 'ORIGIN_NOT_ALLOWED',
        message: `This server does not accept calls from pages of ${stranger}: if the player's pages are hosted there, start it with --page-origin ${stranger}.`,
      },
    });
    const accepted = await rawRequest(server.embed, '/telemetry/events');
    expect(accepted.body).toBe('');
  },
);

test('a refused origin is logged once, up to a limit of origins', async () => {
  const server = await start();
  for (const origin of [
    stranger,
    stranger,
    ...Array.from({ length: 150 }, (_, n) => `https://s${n}.example`),
  ])
    await call(server.embed, 'player', { Origin: origin });
  await call(server.embed, 'player', { Origin: 'nonsense \u0001'.slice(0, 8) });
  const reported = server.lines.filter((line) => line.includes('"PAGE_ORIGIN"'));
  expect(reported.filter((line) => line.includes(`--page-origin ${stranger}.`))).toHaveLength(1);
  expect(reported).toHaveLength(100);
});

test('pages of the server, pages with an opaque origin and programs may call', async () => {
  const { embed } = await start();
  for (const headers of [
    {},
    { Origin: 'null' },
    { Origin: embed },
    // Behind a proxy that gives the server another name the browser's Sec-Fetch-Site counts.
    { Origin: 'https://video.example', 'Sec-Fetch-Site': 'same-origin' },
  ]) {
    const reply = await call(embed, 'events', headers as Record<string, string>);
    expect(reply.status, JSON.stringify(headers)).toBe(200);
    expect(reply.headers['access-control-allow-origin']).toBe('*');
  }
});

test('without listed origins pages of all origins may call, but get no visitor ids', async () => {
  const { embed } = await start([]);
  const reply = await call(embed, 'events', { Origin: stranger });
  expect(reply.status).toBe(200);
  expect(reply.headers['access-control-allow-origin']).toBe('*');
  const ids = await rawRequest(embed, '/visitor_id', { headers: { Origin: stranger } });
  expect(ids.headers).not.toHaveProperty('access-control-allow-origin');
  expect(ids.headers['cross-origin-resource-policy']).toBe('same-origin');
});

test('only pages of a listed origin get visitor ids, and other pages cannot learn of them [threat-page-origins]', async () => {
  const { embed } = await start();
  for (const path of ['/visitor_id', '/getDatasyncIdsEndpoint']) {
    const own = await rawRequest(embed, path, { headers: { Origin: player } });
    expect(own.status).toBe(200);
    expect(own.headers['access-control-allow-origin']).toBe(player);
    expect(own.headers['cross-origin-resource-policy']).toBe('cross-origin');
    const other = await rawRequest(embed, path, { headers: { Origin: stranger } });
    expect(other.status).toBe(403);
    expect(other.headers).not.toHaveProperty('access-control-allow-origin');
    const preflight = {
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'x-visitor-id',
    };
    const asked = (origin: string) =>
      rawRequest(embed, path, { method: 'OPTIONS', headers: { Origin: origin, ...preflight } });
    expect((await asked(player)).headers).toMatchObject({
      'access-control-allow-origin': player,
      'access-control-allow-headers': 'x-visitor-id',
      'access-control-max-age': '86400',
    });
    expect((await asked(stranger)).headers).not.toHaveProperty('access-control-allow-origin');
  }
});

test('preflights from a listed page name its origin; those from other pages let them read the refusal', async () => {
  const { embed } = await start();
  const preflight = (origin: string) =>
    rawRequest(embed, '/youtubei/v1/player', {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,x-visitor-id',
      },
    });
  expect(await preflight(player)).toMatchObject({
    status: 204,
    headers: {
      'access-control-allow-origin': player,
      'access-control-allow-credentials': 'true',
      'access-control-max-age': '86400',
    },
  });
  expect(await preflight(stranger)).toMatchObject({
    status: 204,
    headers: { 'access-control-allow-origin': '*' },
  });
});

test('media, posters, scripts and the connectivity check are open to pages of all origins', async () => {
  const { embed } = await start();
  for (const path of [
    `/media/${videoId}.mp4`,
    '/assets/main-abc.js',
    '/generate_204',
    `/poster/${videoId}`,
  ]) {
    const { status, headers } = await rawRequest(embed, path, { headers: { Origin: stranger } });
    expect(status, path).not.toBe(403);
    expect(headers['access-control-allow-origin'], path).toBe('*');
    expect(headers['cross-origin-resource-policy'], path).toBe('cross-origin');
  }
});

test('an origin that resembles a listed one is refused [threat-page-origins]', async () => {
  const { embed } = await start();
  for (const origin of [
    'https://player.example.evil.example',
    'https://evil-player.example',
    'http://player.example',
    'https://player.example:8443',
    'https://PLAYER.example',
    'https://player.example/',
    `${player}, ${stranger}`,
  ])
    expect((await call(embed, 'player', { Origin: origin })).status, origin).toBe(403);
});

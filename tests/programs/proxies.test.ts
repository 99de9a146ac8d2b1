import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { collectorLimits } from '../../shared/limits/collector-limits.ts';
import { logBatch, logEvent } from '../unit/server/support/log-batches.ts';
import { bundledMediaDir } from '../unit/server/support/media-samples.ts';
import { rawRequest } from '../unit/server/support/raw-request.ts';
import { startTestServer } from '../unit/server/support/start-test-server.ts';
import {
  type AskOptions,
  askByHttps,
  protocolOf,
  startCaddy,
  startNginx,
} from './documented-proxies.ts';

/** A connection's own; and what every proxy says of itself. */
const ofConnection = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'date',
  'server',
  'alt-svc',
  'via',
];

/**
 * The player page's policy and links contain the address that clients see; a link also contains it
 * encoded.
 */
const asOverHttps = (headers: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string'
        ? value.replaceAll(/http(:\/\/|%3A%2F%2F)video\.example/g, 'https$1video.example')
        : value,
    ]),
  );

const withoutConnection = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.includes(name)));

const playlist = '/live/offstage007/offstage004/video-540p.m3u8';
const nowMs = Date.UTC(2026, 5, 1);
const sequence = (nowMs - Date.UTC(2020, 0, 1)) / 2_000;

test.each([
  ['nginx', startNginx],
  ['Caddy', startCaddy],
])(
  'behind %s as the docs configure it everything is as it is without, and by https [threat-https]',
  async (_name, start) => {
    const clock = { nowMs: nowMs + 510 };
    const server = await startTestServer({ mediaDir: bundledMediaDir }, () => clock.nowMs);
    const proxy = await start(server.embedPort);
    expect(await protocolOf(proxy)).toBe('h2');

    // Headers: none is lost, none comes twice, and one comes to them.
    for (const [path, options] of [
      ['/embed/offstage001'],
      ['/embed/offstage001', { method: 'HEAD' }],
      ['/assets/main-abc.js'],
      ['/assets/none.js'],
      ['/media/offstage001.mp4', { headers: { Range: 'bytes=100-199' } }],
      ['/media/offstage001.mp4', { headers: { Range: 'bytes=999999999-' } }],
      [
        '/youtubei/v1/log_event',
        { method: 'OPTIONS', headers: { Origin: 'null', 'Access-Control-Request-Method': 'POST' } },
      ],
      ['/youtubei/v1/log_event', { method: 'POST', body: '{' }],
      [playlist],
      ['/generate_204'],
      ['/none'],
    ] as [string, AskOptions?][]) {
      const direct = await rawRequest(server.embed, path, {
        ...options,
        headers: { Host: 'video.example', ...options?.headers },
      });
      const { status, headers, names, body } = await askByHttps(proxy, path, options);
      expect([path, status]).toEqual([path, direct.status]);
      expect({ path, ...withoutConnection(headers) }).toEqual({
        path,
        ...asOverHttps(withoutConnection(direct.headers)),
        'strict-transport-security': 'max-age=31536000',
      });
      expect(names, path).toEqual([...new Set(names)]);
      if (status === 206) expect(body).toHaveLength(100);
    }

    // Clients outside need the operator's token for telemetry, and addresses begin with https.
    expect((await askByHttps(proxy, '/telemetry/summary')).status).toBe(401);
    // The port of the demo speaks no TLS.
    expect((await askByHttps(proxy, '/')).body.toString()).not.toContain(`:${server.demoPort}`);

    const watchPage = (await askByHttps(proxy, '/watch/offstage001')).body.toString();
    expect(watchPage).toContain(
      '<meta property="og:video" content="https://video.example/embed/offstage001">',
    );
    expect(watchPage).not.toContain('http://video.example');
    const shared = encodeURIComponent('https://video.example/watch/offstage001');
    const oembed = (await askByHttps(proxy, `/oembed?url=${shared}`)).body.toString();
    expect(JSON.parse(oembed)).toMatchObject({ provider_url: 'https://video.example/' });

    // A page's last beacon is stored.
    const long = (seq: number, chars: number) =>
      logEvent(seq, { payload: { text: 'x'.repeat(chars) } });
    const events = [long(1, collectorLimits.beaconMaxBytes / 2), long(2, 0)];
    const bytes = Buffer.byteLength(JSON.stringify(logBatch(events)));
    events[1] = long(2, collectorLimits.beaconMaxBytes - bytes);
    const beacon = JSON.stringify(logBatch(events));
    expect(Buffer.byteLength(beacon)).toBe(collectorLimits.beaconMaxBytes);
    const headers = { 'Content-Type': 'text/plain', Origin: 'null' };
    const stored = await askByHttps(proxy, '/youtubei/v1/log_event', {
      method: 'POST',
      headers,
      body: beacon,
    });
    expect([stored.status, JSON.parse(stored.body.toString())]).toEqual([
      200,
      expect.objectContaining({ accepted: 2 }),
    ]);

    // A request for a part that is not there yet is held until it is, and no other waits for it.
    let isAnswered = false;
    const held = askByHttps(proxy, `${playlist}?_HLS_msn=${sequence}&_HLS_part=0`).then((reply) => {
      isAnswered = true;
      return reply;
    });
    expect((await askByHttps(proxy, playlist)).body.toString()).not.toContain(`${sequence}.0",`);
    expect(isAnswered).toBe(false);
    clock.nowMs = nowMs + 520;
    expect((await held).body.toString()).toContain(`${sequence}.0"`);

    // The proxy passes on what the server compressed, and does not compress it again.
    for (const [coding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = { headers: { 'Accept-Encoding': coding } };
      const page = await askByHttps(proxy, '/embed/offstage001', packed);
      expect([page.headers['content-encoding'], page.headers.vary]).toEqual([
        coding,
        'Cookie, Accept-Language, Sec-Fetch-Site, User-Agent, Accept-Encoding',
      ]);
      expect(unpack(page.body).toString()).toContain('</html>');
    }

    if (proxy.plainPort === null) return;
    const plain = await rawRequest(`http://127.0.0.1:${proxy.plainPort}`, '/embed/x?a=1', {
      headers: { Host: 'video.example' },
    });
    expect([plain.status, plain.headers.location]).toEqual([
      308,
      'https://video.example/embed/x?a=1',
    ]);
  },
);

import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import {
  brotliCompressSync,
  brotliDecompressSync,
  gunzipSync,
  gzipSync,
  inflateSync,
} from 'node:zlib';
import { expect, test } from 'vitest';
import { parseApiReply } from '../support/api-reply.ts';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { mediaPlaylist, sampleMp4 } from '../support/media-samples.ts';
import { type RawReply, rawRequest } from '../support/raw-request.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const script = `export const text = '${'offstage '.repeat(200)}';\n`;
const page = '<!--offstage:title--><!--/offstage:title--><!--offstage:head--><!--/offstage:head-->';
const rest =
  '<!--offstage:config--><!--/offstage:config--><!--offstage:video--><!--/offstage:video--><!--offstage:waiting--><!--/offstage:waiting-->';

/** A build whose files have compressed forms beside them. */
function builtPage(): string {
  return tempDirectory({
    'index.html': page + rest,
    'assets/main-abc.js': script,
    'assets/main-abc.js.br': brotliCompressSync(script),
    'assets/main-abc.js.gz': gzipSync(script),
    'assets/main-abc.js.map': '{}',
    'assets/main-abc.js.map.br': brotliCompressSync('{}'),
    'assets/old-abc.js': script,
    'assets/old-abc.js.gz': gzipSync(script),
    'assets/plain-abc.js': script,
    'assets/odd-abc.js': script,
    'assets/odd-abc.js.br/x': '',
    'secret.br': brotliCompressSync('secret'),
  });
}

const ask = (
  origin: string,
  path: string,
  accepted: string | null,
  headers: Record<string, string> = {},
) =>
  rawRequest(origin, path, {
    headers: { ...headers, ...(accepted !== null && { 'Accept-Encoding': accepted }) },
  });

function unpack({ headers, bytes }: RawReply): string {
  const coding = headers['content-encoding'];
  if (coding === 'br') return brotliDecompressSync(bytes).toString();
  if (coding === 'gzip') return gunzipSync(bytes).toString();
  if (coding === 'deflate') return inflateSync(bytes).toString();
  expect(coding).toBeUndefined();
  return bytes.toString();
}

test.each([
  [null, undefined],
  ['', undefined],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['BR, GZip', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0.5, gzip;q=0.5', 'br'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['identity, *;q=0.1', undefined],
  ['identity;q=0', undefined],
  ['identity;q=0, gzip', 'gzip'],
  ['gzip;q=0', undefined],
  ['deflate', 'deflate'],
  ['zstd, compress', undefined],
  [',,, ;;; =', undefined],
  ['br;q=none', undefined],
  ['brgzip', undefined],
  ['__proto__, constructor', undefined],
  [',;'.repeat(5_000), undefined],
])('with Accept-Encoding %j a built file is sent as %j', async (accepted, coding) => {
  const { embed } = await startTestServer({ pageDir: builtPage() });
  const reply = await ask(embed, '/assets/main-abc.js', accepted);
  expect(reply.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  expect([reply.status, reply.headers['content-encoding']]).toEqual([200, coding]);
  expect(unpack(reply)).toBe(script);
});

test('each form of a file has its own ETag and answers 304 for it', async () => {
  const { embed } = await startTestServer({ pageDir: builtPage() });
  const tags = new Set<string>();
  for (const accepted of ['br', 'gzip', 'identity']) {
    const { headers } = await ask(embed, '/assets/main-abc.js', accepted);
    const tag = headers.etag ?? '';
    tags.add(tag);
    const known = await ask(embed, '/assets/main-abc.js', accepted, { 'If-None-Match': tag });
    expect([known.status, known.body, known.headers.vary]).toEqual([304, '', 'Accept-Encoding']);
    const head = await rawRequest(embed, '/assets/main-abc.js', {
      method: 'HEAD',
      headers: { 'Accept-Encoding': accepted },
    });
    const { date: _, ...own } = head.headers;
    expect([head.status, head.body]).toEqual([200, '']);
    expect(headers).toMatchObject(own);
  }
  expect(tags.size).toBe(3);
  const [br = ''] = tags;
  const other = await ask(embed, '/assets/main-abc.js', 'gzip', { 'If-None-Match': br });
  expect(other.status).toBe(200);
});

test('ranges apply to the uncompressed file', async () => {
  const { embed } = await startTestServer({ pageDir: builtPage() });
  const part = await ask(embed, '/assets/main-abc.js', 'br', { Range: 'bytes=0-5' });
  expect([part.status, part.body, part.headers['content-encoding']]).toEqual([
    206,
    'export',
    undefined,
  ]);
  const packed = await ask(embed, '/assets/main-abc.js', 'br');
  expect(packed.headers).not.toHaveProperty('accept-ranges');
  // A compressed download cannot be continued with bytes of the file.
  const whole = await ask(embed, '/assets/main-abc.js', 'br', {
    Range: 'bytes=6-',
    'If-Range': packed.headers.etag ?? '',
  });
  expect([whole.status, unpack(whole)]).toEqual([200, script]);
});

test('a file without a compressed form is sent in the next best form or compressed now, and compressed forms have no URL', async () => {
  const pageDir = builtPage();
  const outside = tempDirectory({ 'x.br': brotliCompressSync('outside') });
  symlinkSync(join(outside, 'x.br'), join(pageDir, 'assets/plain-abc.js.br'));
  const { embed, errors } = await startTestServer({ pageDir });
  for (const [path, coding] of [
    ['/assets/old-abc.js', 'gzip'],
    // A symbolic link or a directory was not written by the build.
    ['/assets/plain-abc.js', 'br'],
    ['/assets/odd-abc.js', 'br'],
  ] as const) {
    const reply = await ask(embed, path, 'br, gzip');
    expect([path, reply.status, reply.headers['content-encoding']]).toEqual([path, 200, coding]);
    expect(unpack(reply)).toBe(script);
  }
  for (const path of [
    '/assets/main-abc.js.br',
    '/assets/main-abc.js.gz',
    '/assets/main-abc.js%2ebr',
    '/assets/main-abc.js.map',
    '/assets/main-abc.js.map.br',
    '/assets/odd-abc.js.br/x',
    '/assets/../secret.br',
    '/assets/..%2fsecret.br',
    '/assets/%2e%2e/secret',
    '/assets/main-abc.js/',
    '/assets/main-abc',
  ]) {
    const reply = await ask(embed, path, 'br, gzip');
    expect([path, reply.status]).toEqual([path, 404]);
  }
  expect(errors).toEqual([]);
});

test('the SDK and the demo are sent compressed too', async () => {
  const packed = { 'x.js': script, 'x.js.br': brotliCompressSync(script) };
  const server = await startTestServer({
    sdkDir: tempDirectory(packed),
    demoDir: tempDirectory({
      'index.html': '<!--offstage:demo-config--><!--/offstage:demo-config-->',
      'clients.html': '<!--offstage:demo-config--><!--/offstage:demo-config-->',
      'compare.html': '<!--offstage:demo-config--><!--/offstage:demo-config-->',
      'builder.html': '<!--offstage:demo-config--><!--/offstage:demo-config-->',
      ...packed,
    }),
  });
  for (const [origin, path] of [
    [server.embed, '/sdk/x.js'],
    [server.demo, '/x.js'],
  ] as const) {
    const reply = await ask(origin, path, 'br');
    expect([reply.status, reply.headers['content-encoding']]).toEqual([200, 'br']);
    expect(unpack(reply)).toBe(script);
  }
});

const captions = `WEBVTT\n\n${Array.from({ length: 60 }, (_, index) => `00:${index < 10 ? 0 : ''}${index}.000 --> 00:59.900\nLine ${index}\n`).join('\n')}`;
const mediaFiles = {
  'v.mp4': sampleMp4,
  'v.en.vtt': captions,
  'v.json': JSON.stringify({ id: 'video000001', description: 'What is told. '.repeat(200) }),
  'l.m3u8': mediaPlaylist(...Array.from({ length: 100 }, (_, index) => `${index}.m4s`)),
};

test('pages, API answers, playlists and captions are compressed on sending; films, parts and short answers are not', async () => {
  const { embed } = await startTestServer({ mediaDir: tempDirectory(mediaFiles) });
  const text = ['/embed/video000001', '/media/v.en.vtt', '/media/l.m3u8'];
  for (const path of text) {
    const plain = await ask(embed, path, null);
    expect([path, plain.headers['content-encoding'], plain.headers.vary]).toEqual([
      path,
      undefined,
      expect.stringMatching(/(^|, )Accept-Encoding$/),
    ]);
    for (const coding of ['br', 'gzip']) {
      const reply = await ask(embed, path, coding);
      expect([path, reply.status, reply.headers['content-encoding']]).toEqual([path, 200, coding]);
      expect(reply.headers.vary).toBe(plain.headers.vary);
      expect(reply.bytes.length).toBeLessThan(plain.bytes.length);
      expect(unpack(reply)).toBe(plain.body);
    }
    const refused = await ask(embed, path, 'identity;q=1, *;q=0');
    expect([path, refused.headers['content-encoding']]).toEqual([path, undefined]);
  }

  const api = await rawRequest(embed, '/youtubei/v1/player', {
    method: 'POST',
    headers: { 'Accept-Encoding': 'gzip, br' },
    body: '{"videoId":"video000001"}',
  });
  expect(api.headers['content-encoding']).toBe('br');
  expect(parseApiReply(unpack(api).toString(), 'player')).toMatchObject({
    videoDetails: { videoId: 'video000001' },
  });

  for (const path of ['/media/v.mp4', '/healthz', '/none', '/generate_204']) {
    const reply = await ask(embed, path, 'br, gzip');
    expect([path, reply.headers['content-encoding']]).toEqual([path, undefined]);
  }
  const film = await ask(embed, '/media/v.mp4', 'br');
  expect([film.bytes.equals(sampleMp4), film.headers.vary]).toEqual([true, undefined]);

  const part = await ask(embed, '/media/v.en.vtt', 'br', { Range: 'bytes=0-5' });
  expect([part.status, part.body, part.headers['content-encoding']]).toEqual([
    206,
    'WEBVTT',
    undefined,
  ]);
  const { headers } = await ask(embed, '/media/v.en.vtt', 'br');
  const known = await ask(embed, '/media/v.en.vtt', 'br', { 'If-None-Match': headers.etag ?? '' });
  expect([known.status, known.headers['content-encoding'], known.headers.vary]).toEqual([
    304,
    undefined,
    'Accept-Encoding',
  ]);
  const head = await rawRequest(embed, '/media/v.en.vtt', {
    method: 'HEAD',
    headers: { 'Accept-Encoding': 'br' },
  });
  expect([head.status, head.body, head.headers.vary]).toEqual([200, '', 'Accept-Encoding']);
});

test('text of more than two megabytes and streamed text is sent uncompressed', async () => {
  const long = `WEBVTT\n\n${'NOTE x\n\n'.repeat(260_000)}`;
  const { embed } = await startTestServer({
    mediaDir: tempDirectory({ ...mediaFiles, 'v.en.vtt': long }),
  });
  const captionsReply = await ask(embed, '/media/v.en.vtt', 'br');
  expect([captionsReply.headers['content-encoding'], captionsReply.bytes.length]).toEqual([
    undefined,
    long.length,
  ]);
  const events = Array.from({ length: 100 }, (_, index) => logEvent(index + 1));
  await rawRequest(embed, '/youtubei/v1/log_event', {
    method: 'POST',
    body: JSON.stringify(logBatch(events)),
  });
  const feed = await ask(embed, '/telemetry/events', 'br');
  expect([feed.status, feed.headers['content-encoding']]).toEqual([200, undefined]);
  expect(feed.body.trim().split('\n')).toHaveLength(100);
});

test('requests that browsers make themselves put no secret into a page that also reflects the URL [threat-breach]', async () => {
  const mediaDir = tempDirectory({
    ...mediaFiles,
    'p.mp4': sampleMp4,
    'p.json': '{"id":"video000003","private":true}',
    'v.json': '{"id":"video000001","embedDomains":["example.com"]}',
  });
  const { embed } = await startTestServer({ mediaDir, signsAll: true }, () => Date.UTC(2026, 5, 1));
  for (const path of [
    '/embed/video000001?guess=~1',
    '/embed/video000003?token=1.guess',
    '/watch?v=video000003',
  ]) {
    const anybody = await ask(embed, path, null);
    const viewer = await ask(embed, path, null, {
      Cookie: 'session=secret; token=secret',
      Authorization: 'Bearer secret',
      'X-Goog-Visitor-Id': 'secret',
    });
    expect([path, viewer.body]).toEqual([path, anybody.body]);
  }
});

import { expect, test } from 'vitest';
import { parseApiReply } from '../support/api-reply.ts';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { mediaPlaylist, sampleMp4 } from '../support/media-samples.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';
import { askAccepting, unpackReply } from './ask-accepting.ts';

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
    const plain = await askAccepting(embed, path, null);
    expect([path, plain.headers['content-encoding'], plain.headers.vary]).toEqual([
      path,
      undefined,
      expect.stringMatching(/(^|, )Accept-Encoding$/),
    ]);
    for (const coding of ['br', 'gzip']) {
      const reply = await askAccepting(embed, path, coding);
      expect([path, reply.status, reply.headers['content-encoding']]).toEqual([path, 200, coding]);
      expect(reply.headers.vary).toBe(plain.headers.vary);
      expect(reply.bytes.length).toBeLessThan(plain.bytes.length);
      expect(unpackReply(reply)).toBe(plain.body);
    }
    const refused = await askAccepting(embed, path, 'identity;q=1, *;q=0');
    expect([path, refused.headers['content-encoding']]).toEqual([path, undefined]);
  }

  const api = await rawRequest(embed, '/youtubei/v1/player', {
    method: 'POST',
    headers: { 'Accept-Encoding': 'gzip, br' },
    body: '{"videoId":"video000001"}',
  });
  expect(api.headers['content-encoding']).toBe('br');
  expect(parseApiReply(unpackReply(api).toString(), 'player')).toMatchObject({
    videoDetails: { videoId: 'video000001' },
  });

  for (const path of ['/media/v.mp4', '/healthz', '/none', '/generate_204']) {
    const reply = await askAccepting(embed, path, 'br, gzip');
    expect([path, reply.headers['content-encoding']]).toEqual([path, undefined]);
  }
  const film = await askAccepting(embed, '/media/v.mp4', 'br');
  expect([film.bytes.equals(sampleMp4), film.headers.vary]).toEqual([true, undefined]);

  const part = await askAccepting(embed, '/media/v.en.vtt', 'br', { Range: 'bytes=0-5' });
  expect([part.status, part.body, part.headers['content-encoding']]).toEqual([
    206,
    'WEBVTT',
    undefined,
  ]);
  const { headers } = await askAccepting(embed, '/media/v.en.vtt', 'br');
  const known = await askAccepting(embed, '/media/v.en.vtt', 'br', {
    'If-None-Match': headers.etag ?? '',
  });
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
  const captionsReply = await askAccepting(embed, '/media/v.en.vtt', 'br');
  expect([captionsReply.headers['content-encoding'], captionsReply.bytes.length]).toEqual([
    undefined,
    long.length,
  ]);
  const events = Array.from({ length: 100 }, (_, index) => logEvent(index + 1));
  await rawRequest(embed, '/youtubei/v1/log_event', {
    method: 'POST',
    body: JSON.stringify(logBatch(events)),
  });
  const feed = await askAccepting(embed, '/telemetry/events', 'br');
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
    const anybody = await askAccepting(embed, path, null);
    const viewer = await askAccepting(embed, path, null, {
      Cookie: 'session=secret; token=secret',
      Authorization: 'Bearer secret',
      'X-Goog-Visitor-Id': 'secret',
    });
    expect([path, viewer.body]).toEqual([path, anybody.body]);
  }
});

import * as z from 'zod';
import { mediaPlaylist, sampleMp4 } from '../../support/media-samples.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { testKey as signingKey } from '../../support/test-guard.ts';

/** The fields that oEmbed 1.0, §2.3.4, demands of type `video`, and no others. */
const pixels = z.int().min(1);
const url = z.url().regex(/^https?:\/\//);
const required = {
  version: z.literal('1.0'),
  type: z.literal('video'),
  title: z.string(),
  author_name: z.optional(z.string()),
  author_url: z.optional(url),
  provider_name: z.string(),
  provider_url: url,
  cache_age: z.int().min(0),
  width: pixels,
  height: pixels,
  html: z.string(),
};

export const oembedSchema = z.union([
  z.strictObject({
    ...required,
    thumbnail_url: url,
    thumbnail_width: pixels,
    thumbnail_height: pixels,
  }),
  z.strictObject(required),
]);

export const hostileTitle = `"><script>alert(1)</script>&amp;]]>\u0000\u001b\ud800 'x`;

/** 1 × 1 pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const files = {
  'tall.mp4': sampleMp4,
  'tall.png': png,
  'tall.json': JSON.stringify({
    id: 'video000001',
    title: 'Tall',
    author: 'A. & B.',
    channel: { id: 'c', name: 'C', url: '/channel/c' },
  }),
  'evil.mp4': sampleMp4,
  'evil.jpg': 'no picture',
  'evil.json': JSON.stringify({ id: 'video000002', title: hostileTitle, author: hostileTitle }),
  'secret.mp4': sampleMp4,
  'secret.json': JSON.stringify({ id: 'private0001', title: 'Merger', private: true }),
  'some.mp4': sampleMp4,
  'some.json': JSON.stringify({ id: 'restricted1', title: 'Some', embedDomains: ['example.com'] }),
  'sound.m3u8': mediaPlaylist('1.m4s'),
  'sound.json': JSON.stringify({ id: 'nosize00001' }),
  'playlists.json': '{"PLx":{"title":"X","videos":["video000001"]}}',
};

export const startWithVideos = (changes: Parameters<typeof startTestServer>[0] = {}) =>
  startTestServer({ mediaDir: tempDirectory(files), signingKey, ...changes });

/** Requests the description of the video at this address. */
export async function askOembed(
  origin: string,
  address: string,
  query = '',
  headers: Record<string, string> = {},
) {
  const reply = await rawRequest(origin, `/oembed?url=${encodeURIComponent(address)}${query}`, {
    headers,
  });
  const isJson = reply.headers['content-type']?.startsWith('application/json');
  return { ...reply, json: isJson ? JSON.parse(reply.body) : null };
}

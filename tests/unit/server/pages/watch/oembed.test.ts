import { parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { makeEmbedToken } from '../../../../../server/access/guard/embed-token.js';
import { fits } from '../../../../../shared/tools/schema.ts';
import { bundledMediaDir, mediaPlaylist, sampleMp4 } from '../../support/media-samples.ts';
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
const oembedSchema = z.union([
  z.strictObject({
    ...required,
    thumbnail_url: url,
    thumbnail_width: pixels,
    thumbnail_height: pixels,
  }),
  z.strictObject(required),
]);

const hostile = `"><script>alert(1)</script>&amp;]]>\u0000\u001b\ud800 'x`;
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
  'evil.json': JSON.stringify({ id: 'video000002', title: hostile, author: hostile }),
  'secret.mp4': sampleMp4,
  'secret.json': JSON.stringify({ id: 'private0001', title: 'Merger', private: true }),
  'some.mp4': sampleMp4,
  'some.json': JSON.stringify({ id: 'restricted1', title: 'Some', embedDomains: ['example.com'] }),
  'sound.m3u8': mediaPlaylist('1.m4s'),
  'sound.json': JSON.stringify({ id: 'nosize00001' }),
  'playlists.json': '{"PLx":{"title":"X","videos":["video000001"]}}',
};
const start = (changes: Parameters<typeof startTestServer>[0] = {}) =>
  startTestServer({ mediaDir: tempDirectory(files), signingKey, ...changes });

async function ask(
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

test('a video is described as the specification says, for every URL of it [feature-unfurling]', async () => {
  const { embed } = await start();
  const answer = await ask(embed, `${embed}/watch/video000001`);
  expect(answer.status).toBe(200);
  expect(answer.json).toEqual({
    version: '1.0',
    type: 'video',
    title: 'Tall',
    author_name: 'A. & B.',
    author_url: `${embed}/channel/c`,
    provider_name: 'Testube',
    provider_url: `${embed}/`,
    cache_age: 3600,
    thumbnail_url: `${embed}/media/tall.png`,
    thumbnail_width: 1,
    thumbnail_height: 1,
    width: 360,
    height: 640,
    html: `<iframe width="360" height="640" src="${embed}/embed/video000001" title="Tall" allow="autoplay; clipboard-write; encrypted-media; picture-in-picture; web-share" referrerpolicy="strict-origin-when-cross-origin" loading="lazy" style="border: 0; max-width: 100%" allowfullscreen></iframe>`,
  });
  expect(fits(oembedSchema, answer.json)).toBe(true);
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=3600',
  });
  for (const path of [
    '/watch?v=video000001',
    '/watch/?v=video000001',
    '/watch/video000001/?utm_source=x#t=3',
    '/embed/video000001?autoplay=1&origin=https://a.example',
    '/shorts/video000001',
    '/v/video000001',
    '/e/video000001',
  ]) {
    const other = await ask(embed, `${embed}${path}`);
    expect([path, other.json]).toEqual([path, answer.json]);
  }
});

test.each([
  ['?t=90', 'start=90'],
  ['?t=1m30s', 'start=90'],
  ['?t=1h', 'start=3600'],
  ['?start=12.7', 'start=12'],
  ['?list=PLx&t=5', 'list=PLx&#38;start=5'],
  ['?list=PLunknown"><b>', ''],
  ['?t=-1', ''],
  ['?t=1e3', ''],
  ['?t=soon', ''],
])('the URL with %s gives a frame that plays from "%s"', async (query, asked) => {
  const { embed } = await start();
  const { json } = await ask(embed, `${embed}/watch/video000001${query}`);
  expect(json.html).toContain(` src="${embed}/embed/video000001${asked && `?${asked}`}" `);
});

describe('an answer in XML', () => {
  test('has the same content, with every character that XML allows', async () => {
    const { embed } = await start();
    const address = `${embed}/watch/video000002`;
    const { json } = await ask(embed, address);
    const { status, headers, body } = await ask(embed, address, '&format=xml');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(body).toMatch(/^<\?xml version="1.0" encoding="utf-8" standalone="yes"\?>\n<oembed>/);
    expect(body).not.toMatch(/<script|\]\]>|(?!\n)\p{Cc}/u);
    const found = [...body.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name, text = '']) => [
      name,
      text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
    ]);
    const readable = (value: unknown) =>
      String(value)
        .toWellFormed()
        .replace(/\p{Cc}/gu, '');
    expect(found).toEqual(Object.entries(json).map(([name, value]) => [name, readable(value)]));
  });
});

test('a title with markup stays text in the frame [threat-provider-text]', async () => {
  const { embed } = await start();
  const { json } = await ask(embed, `${embed}/watch/video000002`);
  expect(fits(oembedSchema, json)).toBe(true);
  expect(json).not.toHaveProperty('thumbnail_url');
  const elements: string[] = [];
  const walk = (node: object): void => {
    const { nodeName, childNodes } = node as { nodeName: string; childNodes?: object[] };
    if (!nodeName.startsWith('#')) elements.push(nodeName);
    for (const child of childNodes ?? []) walk(child);
  };
  walk(parse(json.html));
  expect(elements).toEqual(['html', 'head', 'body', 'iframe']);
});

describe('the size', () => {
  test.each([
    ['', 360, 640],
    ['&maxwidth=180', 180, 320],
    ['&maxheight=320', 180, 320],
    ['&maxwidth=300&maxheight=320', 180, 320],
    ['&maxwidth=90&maxheight=10000', 90, 160],
    // It is never larger than the picture.
    ['&maxwidth=999999&maxheight=999999', 360, 640],
    ['&maxwidth=000300', 300, 533],
    ['&maxwidth=1&maxheight=1', 1, 1],
    ['&maxwidth=&maxheight=', 360, 640],
  ])('with "%s" is %i × %i, with the picture’s aspect ratio', async (query, width, height) => {
    const { embed } = await start();
    const { json } = await ask(embed, `${embed}/watch/video000001`, query);
    expect(json).toMatchObject({ width, height });
    expect(json.html).toContain(`<iframe width="${width}" height="${height}" `);
  });

  test('of an unknown picture is 16 to 9', async () => {
    const { embed } = await start();
    const { json } = await ask(embed, `${embed}/watch/nosize00001`, '&maxwidth=320');
    expect(json).toMatchObject({ width: 320, height: 180 });
    expect(fits(oembedSchema, json)).toBe(true);
  });

  test('limits the thumbnail too, which is left out when it is larger', async () => {
    const { embed } = await startTestServer({ mediaDir: bundledMediaDir });
    const { json } = await ask(embed, `${embed}/watch/offstage001`);
    const { thumbnail_width: width, thumbnail_height: height } = json;
    expect(width).toBeGreaterThan(300);
    const within = await ask(
      embed,
      `${embed}/watch/offstage001`,
      `&maxwidth=${width}&maxheight=${height}`,
    );
    expect(within.json.thumbnail_url).toBe(json.thumbnail_url);
    expect((await rawRequest(embed, new URL(json.thumbnail_url).pathname)).status).toBe(200);
    const less = await ask(embed, `${embed}/watch/offstage001`, `&maxwidth=${width - 1}`);
    expect(less.status).toBe(200);
    for (const name of ['thumbnail_url', 'thumbnail_width', 'thumbnail_height'])
      expect(less.json).not.toHaveProperty(name);
  });

  test.each([
    '0',
    '00',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    '1000000',
    '99999999999999999999',
    'NaN',
    'Infinity',
    ' 5',
    '5px',
    '٣',
    '%00',
    '%0d%0aX:1',
    '<script>',
  ])('%j is refused with the valid values', async (size) => {
    const { embed } = await start();
    for (const name of ['maxwidth', 'maxheight']) {
      const query = `&${name}=${size.includes('%') ? size : encodeURIComponent(size)}`;
      const { status, json } = await ask(embed, `${embed}/watch/video000001`, query);
      expect(status).toBe(400);
      expect(json.error).toEqual({
        code: 'BAD_SIZE',
        message: `${name} is invalid: use whole pixels from 1 to 999999, or leave it out.`,
      });
    }
  });
});

test.each([
  ['', 400, 'NO_URL'],
  ['?url=', 400, 'NO_URL'],
  ['?url=a&url=b', 400, 'GIVEN_TWICE'],
  ['?url=a&maxwidth=1&maxwidth=2', 400, 'GIVEN_TWICE'],
  ['?url=a&format=html', 501, 'BAD_FORMAT'],
  ['?format=__proto__', 501, 'BAD_FORMAT'],
  ['?url=a&format=JSON', 501, 'BAD_FORMAT'],
  ['?__proto__[url]=a', 400, 'NO_URL'],
])('the request "%s" gets %i %s', async (query, status, code) => {
  const { embed, errors } = await start();
  const reply = await rawRequest(embed, `/oembed${query}`);
  expect(reply.status).toBe(status);
  expect(JSON.parse(reply.body).error.code).toBe(code);
  expect(reply.headers['access-control-allow-origin']).toBe('*');
  expect(errors).toEqual([]);
});

test.each([
  'x',
  '/watch/video000001',
  '//OWN/watch/video000001',
  'https://evil.example/watch/video000001',
  'http://OWN.evil.example/watch/video000001',
  'http://OWN@evil.example/watch/video000001',
  'http://evil.example#OWN/watch/video000001',
  'javascript:alert(1)//OWN/watch/video000001',
  'ftp://OWN/watch/video000001',
  'file:///etc/passwd',
  'http://OWN/',
  'http://OWN/watch',
  'http://OWN/watch?v=',
  'http://OWN/watch/unknown0000',
  'http://OWN/watch/video00000',
  'http://OWN/watch/video000001x',
  'http://OWN/watch/video000001/more',
  'http://OWN/watch/../watch/video000001/..',
  'http://OWN/watch/%2e%2e%2fvideo000001',
  'http://OWN/watch/video00000%31',
  'http://OWN/embed/?list=PLx',
  'http://OWN/media/tall.mp4',
  `http://OWN/watch/video000001?${'a'.repeat(2_100)}`,
  'http://OWN:99999/watch/video000001',
  'http://[::1/watch/video000001',
  `http://OWN/watch/${encodeURIComponent(hostile.toWellFormed())}`,
])(
  'the URL %j is no video here: 404, without repeating it [threat-unfurling]',
  async (template) => {
    const { embed, errors } = await start();
    const address = template.replace('OWN', new URL(embed).host);
    const { status, json, headers } = await ask(embed, address);
    expect(status).toBe(404);
    expect(json.error).toEqual({
      code: 'VIDEO_NOT_FOUND',
      message: `url is not a video of this server; use one such as ${embed}/watch/VIDEO_ID.`,
    });
    expect(headers['cache-control']).toBeUndefined();
    expect(errors).toEqual([]);
  },
);

describe('a video with restrictions', () => {
  test('gets 401 when it is private, even with its token, and no detail is revealed [threat-unfurling]', async () => {
    const { embed } = await start();
    const expiresSec = Math.floor(Date.now() / 1_000) + 600;
    const token = makeEmbedToken(signingKey, { videoId: 'private0001', expiresSec, domain: '' });
    for (const query of ['', `?token=${token}`])
      for (const format of ['json', 'xml']) {
        const reply = await ask(embed, `${embed}/embed/private0001${query}`, `&format=${format}`);
        expect(reply.status).toBe(401);
        expect(reply.json.error.code).toBe('PRIVATE');
        expect(reply.body).not.toMatch(/Merger|secret/);
      }
  });

  test('gets 401 when only some pages may embed it, by its own list or the library’s', async () => {
    const { embed } = await start();
    expect(await ask(embed, `${embed}/watch/restricted1`)).toMatchObject({
      status: 401,
      json: { error: { code: 'EMBEDDING_RESTRICTED' } },
    });
    const closed = await start({ embedDomains: [] });
    expect((await ask(closed.embed, `${closed.embed}/watch/video000001`)).status).toBe(401);
  });

  test('has a picture without an expiring signature where only files are signed', async () => {
    const { embed } = await start({ signsAll: true });
    const { json } = await ask(embed, `${embed}/watch/video000001`);
    expect(json.thumbnail_url).toBe(`${embed}/poster/video000001`);
    const { headers } = await rawRequest(embed, '/poster/video000001');
    expect((await rawRequest(embed, headers.location ?? '')).status).toBe(200);
  });
});

test.each([
  ['player.example', {}, 'http://player.example'],
  ['player.example:8443', {}, 'http://player.example:8443'],
  ['player.example', { 'X-Forwarded-Proto': 'https' }, 'https://player.example'],
  ['[::1]:4400', {}, 'http://[::1]:4400'],
])('at %s with %o all URLs begin with %s', async (Host, forwarded, origin) => {
  const { embed } = await start();
  const headers = { Host, ...forwarded };
  // The client may have the URL from a page by http.
  for (const scheme of ['http', 'https']) {
    const { json } = await ask(embed, `${scheme}://${Host}/watch/video000001`, '', headers);
    expect(json.provider_url).toBe(`${origin}/`);
    expect(json.thumbnail_url).toBe(`${origin}/media/tall.png`);
    expect(json.html).toContain(` src="${origin}/embed/video000001"`);
  }
});

test('only a trusted proxy can mark the request as https', async () => {
  const { embed } = await start({ trustedProxies: ['10.0.0.0/8'] });
  const headers = {
    Host: 'player.example',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'evil.example',
  };
  const { json, body } = await ask(embed, 'https://player.example/watch/video000001', '', headers);
  expect(json.provider_url).toBe('http://player.example/');
  expect(body).not.toContain('evil');
});

test('a client above its rate limit waits, as everywhere', async () => {
  const { embed } = await start({ rateLimit: 2 });
  for (const status of [200, 200, 429])
    expect((await ask(embed, `${embed}/watch/video000001`)).status).toBe(status);
});

test('programs that open the player’s URL learn the URL of its description; browsers get none of it', async () => {
  const { embed } = await start();
  const link = async (path: string, headers: Record<string, string> = {}) =>
    (await rawRequest(embed, path, { headers })).headers.link;
  const asked = encodeURIComponent(`${embed}/watch/video000001`);
  expect(await link('/embed/video000001')).toBe(
    `<${embed}/oembed?url=${asked}&format=json>; rel="alternate"; type="application/json+oembed", ` +
      `<${embed}/oembed?url=${asked}&format=xml>; rel="alternate"; type="text/xml+oembed"`,
  );
  for (const site of ['none', 'cross-site', 'same-origin'])
    expect(await link('/embed/video000001', { 'Sec-Fetch-Site': site })).toBeUndefined();
  for (const path of ['/embed/restricted1', '/embed/private0001', '/embed/unknown0000', '/embed/'])
    expect(await link(path)).toBeUndefined();
});

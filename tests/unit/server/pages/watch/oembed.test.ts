import { parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import { fits } from '../../../../../shared/tools/schema.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { shareInFile } from '../../support/when-done.ts';
import { askOembed, oembedSchema, startWithVideos } from './ask-oembed.ts';

const site = shareInFile(() => startWithVideos());

test('a video is described as the specification says, for every URL of it [feature-unfurling]', async () => {
  const { embed } = site();
  const answer = await askOembed(embed, `${embed}/watch/video000001`);
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
    const other = await askOembed(embed, `${embed}${path}`);
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
  const { embed } = site();
  const { json } = await askOembed(embed, `${embed}/watch/video000001${query}`);
  expect(json.html).toContain(` src="${embed}/embed/video000001${asked && `?${asked}`}" `);
});

describe('an answer in XML', () => {
  test('has the same content, with every character that XML allows', async () => {
    const { embed } = site();
    const address = `${embed}/watch/video000002`;
    const { json } = await askOembed(embed, address);
    const { status, headers, body } = await askOembed(embed, address, '&format=xml');
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
  const { embed } = site();
  const { json } = await askOembed(embed, `${embed}/watch/video000002`);
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

test('programs that open the player’s URL learn the URL of its description; browsers get none of it', async () => {
  const { embed } = site();
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

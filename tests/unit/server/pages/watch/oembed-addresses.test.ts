import { expect, test } from 'vitest';
import { shareInFile } from '../../support/when-done.ts';
import { askOembed, hostileTitle, startWithVideos } from './ask-oembed.ts';

const site = shareInFile(() => startWithVideos());

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
  `http://OWN/watch/${encodeURIComponent(hostileTitle.toWellFormed())}`,
])(
  'the URL %j is no video here: 404, without repeating it [threat-unfurling]',
  async (template) => {
    const { embed, errors } = site();
    const address = template.replace('OWN', new URL(embed).host);
    const { status, json, headers } = await askOembed(embed, address);
    expect(status).toBe(404);
    expect(json.error).toEqual({
      code: 'VIDEO_NOT_FOUND',
      message: `url is not a video of this server; use one such as ${embed}/watch/VIDEO_ID.`,
    });
    expect(headers['cache-control']).toBeUndefined();
    expect(errors).toEqual([]);
  },
);

test.each([
  ['player.example', {}, 'http://player.example'],
  ['player.example:8443', {}, 'http://player.example:8443'],
  ['player.example', { 'X-Forwarded-Proto': 'https' }, 'https://player.example'],
  ['[::1]:4400', {}, 'http://[::1]:4400'],
])('at %s with %o all URLs begin with %s', async (Host, forwarded, origin) => {
  const { embed } = site();
  const headers = { Host, ...forwarded };
  // The client may have the URL from a page by http.
  for (const scheme of ['http', 'https']) {
    const { json } = await askOembed(embed, `${scheme}://${Host}/watch/video000001`, '', headers);
    expect(json.provider_url).toBe(`${origin}/`);
    expect(json.thumbnail_url).toBe(`${origin}/media/tall.png`);
    expect(json.html).toContain(` src="${origin}/embed/video000001"`);
  }
});

test('only a trusted proxy can mark the request as https', async () => {
  const { embed } = await startWithVideos({ trustedProxies: ['10.0.0.0/8'] });
  const headers = {
    Host: 'player.example',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'evil.example',
  };
  const { json, body } = await askOembed(
    embed,
    'https://player.example/watch/video000001',
    '',
    headers,
  );
  expect(json.provider_url).toBe('http://player.example/');
  expect(body).not.toContain('evil');
});

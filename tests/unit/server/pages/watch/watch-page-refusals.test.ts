import { describe, expect, test } from 'vitest';
import { makeEmbedToken } from '../../../../../server/access/guard/embed-token.js';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { testKey as signingKey } from '../../support/test-guard.ts';
import { shareInFile } from '../../support/when-done.ts';
import { openWatchPage, startWithVideos } from './open-watch-page.ts';

const site = shareInFile(() => startWithVideos());

describe('a missing video', () => {
  test.each([
    '/watch/unknown0000',
    '/watch/x',
    '/watch/video000001/x',
    '/watch/%22%3E%3Cscript%3E',
    '/watch/..%2f..',
  ])('at %s gets a 404 with an explanation and a link', async (path) => {
    const { embed, errors } = site();
    const { status, headers, named, frame, object, metas } = await openWatchPage(embed, path);
    expect(status).toBe(404);
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(named('h1')[0]?.text).toBe('This video does not exist or was removed.');
    expect([frame, object, Object.keys(metas)]).toEqual([undefined, null, ['viewport']]);
    const others = named('a').map(({ attributes: { href } }) => href);
    expect(others).toContain('/watch/video000001');
    expect(others).not.toContain('/watch/private0001');
    expect(errors).toEqual([]);
  });

  test('under `/watch?v=` gets the same page, and an existing video has one URL', async () => {
    const { embed } = site();
    const location = async (path: string) => (await rawRequest(embed, path)).headers.location;
    expect(await location('/watch?v=video000001&list=PLx&t=5')).toBe(
      '/watch/video000001?list=PLx&t=5',
    );
    expect(await location('/watch?v=video000001')).toBe('/watch/video000001');
    for (const path of [
      '/watch',
      '/watch/',
      '/watch?v=',
      '/watch?v=//evil.example/%0d%0aX:1',
      '/watch?v=..%2f..',
    ]) {
      const { status, headers } = await openWatchPage(embed, path);
      expect([path, status, headers.location]).toEqual([path, 404, undefined]);
    }
  });

  test('in an empty library gets no link', async () => {
    const { embed } = await startTestServer();
    expect((await openWatchPage(embed, '/watch/video000001')).named('a')).toEqual([]);
  });
});

describe('a private video', () => {
  const tokenFor = (lifeSec: number, domain = '') =>
    makeEmbedToken(signingKey, {
      videoId: 'private0001',
      expiresSec: Math.floor(Date.now() / 1_000) + lifeSec,
      domain,
    });

  test.each([
    ['', 'This video is private.'],
    ['?token=1.2', 'This video is private.'],
    [`?token=${tokenFor(-10)}`, 'The link to this video has expired.'],
    [`?token=${tokenFor(600, 'example.com')}`, 'This video is private.'],
  ])(
    'with "%s" is refused, and no detail of it is revealed [threat-unfurling]',
    async (query, heading) => {
      const { embed } = site();
      const { status, named, body, frame, headers } = await openWatchPage(
        embed,
        `/watch/private0001${query}`,
      );
      expect(status).toBe(403);
      expect(named('h1')[0]?.text).toBe(heading);
      expect(frame).toBeUndefined();
      expect(body).not.toMatch(/Merger|secret/);
      expect(headers['x-robots-tag']).toBe('noindex');
    },
  );

  test('with its token plays, is not cached or indexed, and has no links that would not work', async () => {
    const { embed } = site();
    const token = tokenFor(600);
    const page = await openWatchPage(embed, `/watch/private0001?token=${token}&t=3`);
    expect(page.status).toBe(200);
    expect(page.frame?.src).toBe(`/embed/private0001?token=${token}&start=3`);
    expect(page.named('h1')[0]?.text).toBe('Merger');
    expect(page.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
    });
    expect([page.object, page.links, page.named('input')]).toEqual([null, { icon: 'data:,' }, []]);
    expect(page.metas).toEqual({ viewport: expect.any(String) });
  });
});

test('a restricted video is described, without data for embedding it elsewhere', async () => {
  const { embed } = site();
  const { status, metas, links, object, named } = await openWatchPage(embed, '/watch/restricted1');
  expect(status).toBe(200);
  expect(metas).toMatchObject({ 'og:title': 'Some', 'twitter:card': 'summary_large_image' });
  expect(
    Object.keys({ ...metas, ...links }).filter((name) => /oembed|og:video|player/.test(name)),
  ).toEqual([]);
  expect(object).not.toHaveProperty('embedUrl');
  expect(named('input').filter(({ attributes }) => 'readonly' in attributes)).toHaveLength(1);
});

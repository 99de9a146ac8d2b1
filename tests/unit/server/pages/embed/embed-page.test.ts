import { expect, test } from 'vitest';
import { sampleMp4 } from '../../support/media-samples.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { firstVideo, openEmbedPage, startWithFiles } from './open-embed-page.ts';

test.each([
  ['/embed/unknown0000', 'video.notfound', 'unknown0000'],
  ['/embed/?list=PLunknown', 'video.notfound', undefined],
  ['/embed/short', 'api.invalidparam', 'short'],
  ['/embed/%3Cscript%3E', 'api.invalidparam', '%3Cscript%3E'],
  ['/embed/', 'api.invalidparam', undefined],
  ['/embed', 'api.invalidparam', undefined],
  ['/embed//', 'api.invalidparam', undefined],
  ['/embed/a/b', 'api.invalidparam', 'a'],
  ['/shorts/', 'api.invalidparam', undefined],
  ['/v', 'api.invalidparam', undefined],
  ['/e/unknown0000/', 'video.notfound', 'unknown0000'],
])(
  '%s is answered with the whole page, without indexing by search engines, and %s',
  async (path, errorCode, videoId) => {
    const server = await startWithFiles(firstVideo);
    const { status, headers, body, config } = await openEmbedPage(server, path);
    // A 404 would add noise to the host page's console.
    expect(status).toBe(200);
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(body).toContain('<title>Testube</title>');
    expect(config.playerResponse?.playabilityStatus).toMatchObject({ status: 'ERROR', errorCode });
    expect(config.args.video_id).toBe(videoId);
  },
);

test.each([
  '/embed/video000001',
  '/embed/shorts/video000001',
  '/shorts/video000001',
  '/v/video000001',
  '/e/video000001',
  '/embed/video000001/',
  '/embed/video000001/more',
  '/embed/shorts/video000001/',
  '/shorts/video000001/',
  '/v/video000001/',
  '/e/video000001/',
])('the player page is served at %s', async (path) => {
  const server = await startWithFiles(firstVideo);
  const { status, body, config } = await openEmbedPage(server, `${path}?autoplay=1&start=5`);
  expect(status).toBe(200);
  expect(config.args).toEqual({ autoplay: '1', start: '5', video_id: 'video000001' });
  expect(config).toMatchObject({ brand: 'Testube', attrs: { id: 'video-player' } });
  // Nothing is logged without one.
  expect(config).not.toHaveProperty('playlist');
  expect(config.playerResponse?.videoDetails.title).toBe('First');
  expect(body).toContain('<title>First - Testube</title>');
});

test('any page may frame the player page, which is not cached', async () => {
  const server = await startWithFiles(firstVideo);
  const { headers } = await openEmbedPage(server, '/embed/video000001');
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'cross-origin',
    'cross-origin-embedder-policy': 'credentialless',
  });
  expect(headers['x-frame-options']).toBeUndefined();
});

test('the page requests origin isolation only in same-site frames that would not have it otherwise', async () => {
  const server = await startWithFiles(firstVideo);
  const keyed = async (site?: string) => {
    const headers: Record<string, string> = site === undefined ? {} : { 'sec-fetch-site': site };
    return (await openEmbedPage(server, '/embed/video000001', headers)).headers[
      'origin-agent-cluster'
    ];
  };
  expect(await keyed('same-site')).toBe('?1');
  for (const site of [undefined, 'cross-site', 'same-origin', 'none'])
    expect(await keyed(site)).toBeUndefined();
});

test('built assets are immutable, open to pages of any origin, and nothing beside them is served', async () => {
  const server = await startWithFiles({});
  const reply = await rawRequest(server.embed, '/assets/main-abc.js');
  expect(reply).toMatchObject({ status: 200, body: 'js' });
  expect(reply.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cross-origin-embedder-policy': 'credentialless',
  });
  for (const path of [
    '/assets/none.js',
    '/assets/main-abc.js.map',
    '/assets/',
    '/assets/..%2findex.html',
    '/index.html',
  ]) {
    expect((await rawRequest(server.embed, path)).status).toBe(404);
  }
});

test('the root lists the embeds and the demo page', async () => {
  const server = await startWithFiles({
    ...firstVideo,
    'x.mp4': sampleMp4,
    'x.json': '{"id":"video000003","title":"<i>"}',
  });
  const { body } = await rawRequest(server.embed, '/', {
    headers: { Host: `localhost:${server.embedPort}` },
  });
  expect(body).toContain('<a href="/embed/video000001" dir="auto">First</a>');
  expect(body).toContain('&#60;i&#62;');
  expect(body).toContain(`http://127.0.0.1:${server.demoPort}/`);
});

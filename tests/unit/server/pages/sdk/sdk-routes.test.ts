import { expect, test } from 'vitest';
import { sampleMp4 } from '../../support/media-samples.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { shareInFile } from '../../support/when-done.ts';

const built = {
  'manifest.json': JSON.stringify({
    files: { 'iframe-api': { file: 'iframe-api-1.0.0-Ab_d-3fg.js' } },
  }),
  'iframe-api-1.0.0-Ab_d-3fg.js': 'classic()',
  'offstage-1.0.0-12345678.js': 'export const a = 1;',
  'offstage.js': "export * from './offstage-1.0.0-12345678.js';",
  'package/package.json': '{}',
};

const start = (sdkDir: string) =>
  startTestServer({
    sdkDir,
    mediaDir: tempDirectory({
      'v.mp4': sampleMp4,
      'v.jpg': 'x',
      'v.json': '{"id":"video000001"}',
      'w.mp4': sampleMp4,
      'w.json': '{"id":"video000002"}',
    }),
  });

const server = shareInFile(() => start(tempDirectory(built)));

const forAnyPage = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

test.each(['/iframe_api', '/iframe_api/', '/player_api', '/iframe_api?v=3'])(
  '%s is the script itself, for any page, and fresh within minutes',
  async (path) => {
    const reply = await rawRequest(server().embed, path);
    expect(reply.body).toBe('classic()');
    expect(reply.headers).toMatchObject({
      ...forAnyPage,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300',
      etag: expect.any(String),
    });
  },
);

test('a browser that has the script does not download it again', async () => {
  const { embed } = server();
  const { headers } = await rawRequest(embed, '/iframe_api');
  const again = await rawRequest(embed, '/iframe_api', {
    headers: { 'If-None-Match': String(headers.etag) },
  });
  expect(again.status).toBe(304);
});

test.each([
  ['/sdk/iframe-api-1.0.0-Ab_d-3fg.js', 'public, max-age=31536000, immutable'],
  ['/sdk/offstage-1.0.0-12345678.js', 'public, max-age=31536000, immutable'],
  ['/sdk/offstage.js', 'public, max-age=300'],
  ['/sdk/manifest.json', 'no-cache'],
])('%s may be cached: %s', async (path, caching) => {
  const reply = await rawRequest(server().embed, path);
  expect(reply.status).toBe(200);
  expect(reply.headers).toMatchObject({ ...forAnyPage, 'cache-control': caching });
});

test.each([
  '/sdk/',
  '/sdk/none.js',
  '/sdk/package/package.json',
  '/sdk/package%2fpackage.json',
  '/sdk/..%2fx.js',
])('%s is missing, and every page can read the answer', async (path) => {
  const reply = await rawRequest(server().embed, path);
  expect(reply.status).toBe(404);
});

test('a server without a build of the SDK serves everything else', async () => {
  const { embed } = await start('/nowhere');
  expect((await rawRequest(embed, '/iframe_api')).status).toBe(404);
  expect((await rawRequest(embed, '/sdk/manifest.json')).status).toBe(404);
  expect((await rawRequest(embed, '/embed/video000001')).status).toBe(200);
});

test('the poster of a video is found by its id', async () => {
  const reply = await rawRequest(server().embed, '/poster/video000001');
  expect(reply.status).toBe(302);
  expect(reply.headers).toMatchObject({
    ...forAnyPage,
    location: '/media/v.jpg',
    'cache-control': 'public, max-age=300',
  });
});

test.each([
  ['without a poster', 'video000002'],
  ['that is unknown', 'unknown0000'],
  ['whose id is malformed', '%3Cscript%3E'],
])('a video %s has no poster', async (_what, id) => {
  const reply = await rawRequest(server().embed, `/poster/${id}`);
  expect(reply.status).toBe(404);
  expect(reply.headers).toMatchObject(forAnyPage);
  // One that is added later is found at once.
  expect(reply.headers).not.toHaveProperty('cache-control');
  expect(JSON.parse(reply.body)).toMatchObject({ error: { code: 'POSTER_NOT_FOUND' } });
});

import { expect, test } from 'vitest';
import { sampleMp4 } from '../../support/media-samples.ts';
import { rawRequest } from '../../support/raw-request.ts';
import type { TestServer } from '../../support/start-test-server.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { shareInFile } from '../../support/when-done.ts';

const empty = shareInFile(() => startTestServer());

async function configFor(server: TestServer, headers: Record<string, string>, path = '/') {
  const { body } = await rawRequest(server.demo, path, { headers });
  return JSON.parse(/id="demo-config">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
}

test('the demo page has the list of videos inlined safely', async () => {
  const title = '</script><b>';
  const mediaDir = tempDirectory({
    'v.mp4': sampleMp4,
    'v.jpg': 'x',
    'v.json': JSON.stringify({ id: 'video000001', title }),
    'bad.mp4': '',
    'playlists.json': '{"PLx":{"title":"X","videos":["video000001"]}}',
  });
  const server = await startTestServer({ mediaDir });
  const config = await configFor(server, {});
  expect(config.videos[1]).toEqual({
    id: 'video000001',
    title,
    isLive: false,
    isPlayable: true,
    posterUrl: '/media/v.jpg',
    width: 360,
    height: 640,
  });
  expect(config.videos[0]).toMatchObject({ title: 'bad', isPlayable: false, posterUrl: null });
  expect(config.playlists).toEqual([{ id: 'PLx', title: 'X', videoIds: ['video000001'] }]);
  for (const path of ['/index.html', '/clients.html', '/compare.html', '/builder.html']) {
    expect((await rawRequest(server.demo, path)).body).not.toContain('<b>');
    expect(await configFor(server, {}, path)).toEqual(config);
  }
});

test.each([
  ['127.0.0.1:4401', {}, 'http://localhost:'],
  ['localhost:4401', {}, 'http://127.0.0.1:'],
  ['[::1]:4401', {}, 'http://localhost:'],
  ['demo.example:4401', {}, 'http://demo.example:'],
  ['demo.example', { 'X-Forwarded-Proto': 'https' }, 'https://demo.example:'],
])('the demo page at %s names the embed origin %s', async (Host, headers, start) => {
  const server = empty();
  expect((await configFor(server, { Host, ...headers })).embedOrigin).toBe(
    `${start}${server.embedPort}`,
  );
});

test('the demo’s origin serves its assets, no file outside of its directory, and no embeds', async () => {
  const server = empty();
  expect(await rawRequest(server.demo, '/assets/demo-abc.js')).toMatchObject({
    status: 200,
    body: 'demo',
  });
  for (const path of [
    '/assets/none.js',
    '/..%2findex.html',
    '/embed/video000001',
    '/youtubei/v1/log_event',
  ]) {
    const reply = await rawRequest(server.demo, path);
    expect(reply.status).toBe(404);
    expect(JSON.parse(reply.body)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  }
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestServer, testOptions } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { firstVideo, openEmbedPage, secondVideo, startWithFiles } from './open-embed-page.ts';

test('the poster and the file of the best source are in the page before any script', async () => {
  const server = await startWithFiles({ ...firstVideo, ...secondVideo });
  const { body } = await openEmbedPage(server, '/embed/video000001');
  expect(body).toContain(
    '<link rel="preload" as="image" crossorigin="anonymous" fetchpriority="high" href="/media/v.jpg" />',
  );
  expect(body).toMatch(
    /<video class="video" playsinline preload="none" crossorigin="anonymous" poster="\/media\/v\.jpg" src="\/media\/v\.mp4"><\/video>/,
  );
  const stream = await openEmbedPage(server, '/embed/video000002?playsinline=0');
  expect(stream.body).toContain(
    '<video class="video" preload="metadata" crossorigin="anonymous"></video>',
  );
  expect(stream.body).not.toContain('rel="preload"');
});

test('an autoplay file needs no script, unless it starts at another time than zero', async () => {
  const server = await startWithFiles(firstVideo);
  const tag = async (query: string) =>
    /<video[^>]*>/.exec((await openEmbedPage(server, `/embed/video000001?${query}`)).body)?.[0];
  expect(await tag('autoplay=1&mute=1')).toContain(' playsinline muted autoplay preload="auto" ');
  expect(await tag('autoplay=1')).toContain(' playsinline autoplay preload="auto" ');
  expect(await tag('autoplay=1&start=7')).toContain(' playsinline preload="auto" ');
  expect(await tag('mute=1')).toContain(' playsinline muted preload="none" ');
});

test('a page with a host preloads the host protocol’s scripts, and other pages do not', async () => {
  const manifest = {
    'index.html': { file: 'assets/page-1.js', isEntry: true, imports: ['_shared.js'] },
    '_shared.js': { file: 'assets/shared-2.js' },
    '_chapter.js': { file: 'assets/chapter-3.js' },
    'src/bridge/host-protocols.ts': {
      file: 'assets/host-protocols-4.js',
      imports: ['index.html', '_shared.js', '_chapter.js'],
    },
  };
  const { pageDir } = testOptions();
  mkdirSync(join(pageDir, '.vite'));
  writeFileSync(join(pageDir, '.vite/manifest.json'), JSON.stringify(manifest));
  const server = await startTestServer({ mediaDir: tempDirectory(firstVideo), pageDir });
  const preloaded = async (path: string) =>
    [
      ...(await openEmbedPage(server, path)).body.matchAll(
        /<link rel="modulepreload" crossorigin href="([^"]+)"/g,
      ),
    ].map(([, url]) => url);
  expect(await preloaded('/embed/video000001?enablejsapi=1')).toEqual([
    '/assets/host-protocols-4.js',
    '/assets/chapter-3.js',
  ]);
  expect(await preloaded('/embed/video000001')).toEqual([]);
});

test('an autoplay stream preloads its engine after the page’s script, unless the browser plays it natively', async () => {
  const manifest = {
    'index.html': { file: 'assets/page-1.js', isEntry: true },
    '_rules.js': { file: 'assets/rules-2.js' },
    'src/player/engines/hls-engine.ts': {
      file: 'assets/hls-3.js',
      imports: ['index.html', '_rules.js'],
    },
    'src/player/engines/dash-engine.ts': { file: 'assets/dash-4.js' },
  };
  const { pageDir } = testOptions();
  mkdirSync(join(pageDir, '.vite'));
  writeFileSync(join(pageDir, '.vite/manifest.json'), JSON.stringify(manifest));
  mkdirSync(join(pageDir, 'assets'), { recursive: true });
  writeFileSync(join(pageDir, 'assets/media-worker-5.js'), '');
  writeFileSync(join(pageDir, 'assets/media-worker-5.js.map'), '');
  const server = await startTestServer({
    mediaDir: tempDirectory({ ...firstVideo, ...secondVideo }),
    pageDir,
  });
  const preloaded = async (path: string, browser: string) => {
    const { body, headers } = await openEmbedPage(server, path, { 'User-Agent': browser });
    expect(headers.vary).toContain('User-Agent');
    return [...body.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)"/g)].map(
      ([, url]) => url,
    );
  };
  const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15';
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
  const firefox = 'Gecko/20100101 Firefox/150.0';
  const engine = ['/assets/hls-3.js', '/assets/rules-2.js'];
  for (const [path, browser, wanted] of [
    ['/embed/video000002?autoplay=1', chrome, engine],
    ['/embed/video000002?autoplay=1', firefox, engine],
    ['/embed/video000002?autoplay=1', safari, []],
    // It waits for its viewer, or plays without an engine.
    ['/embed/video000002', chrome, []],
    ['/embed/video000001?autoplay=1', chrome, []],
    ['/embed/unknown0000?autoplay=1', chrome, []],
  ] as const) {
    expect([path, browser, await preloaded(path, browser)]).toEqual([path, browser, wanted]);
  }
  const worker = 'data-media-worker="/assets/media-worker-5.js"';
  for (const [path, browser, isNamed] of [
    ['/embed/video000002?autoplay=1', chrome, true],
    ['/embed/video000002?autoplay=1&runtime=main', chrome, false],
    ['/embed/video000002?autoplay=1', firefox, false],
    ['/embed/video000002?autoplay=1', safari, false],
    ['/embed/video000002', chrome, false],
    ['/embed/video000001?autoplay=1', chrome, false],
  ] as const) {
    const { body } = await openEmbedPage(server, path, { 'User-Agent': browser });
    expect([path, browser, body.includes(worker)]).toEqual([path, browser, isNamed]);
    // Preloads stand beside it.
    expect([path, browser, /<html[^>]* data-stream="\/media\/[^"]+\.m3u8"/.test(body)]).toEqual([
      path,
      browser,
      isNamed,
    ]);
  }
  const { body } = await openEmbedPage(server, '/embed/video000002?autoplay=1&start=20', {
    'User-Agent': chrome,
  });
  expect([body.includes(worker), body.includes('data-stream=')]).toEqual([true, false]);
});

test.each(['not JSON', '[]', '{"index.html":5}'])(
  'a manifest with %j only removes the preloads',
  async (text) => {
    const { pageDir } = testOptions();
    mkdirSync(join(pageDir, '.vite'));
    writeFileSync(join(pageDir, '.vite/manifest.json'), text);
    const server = await startTestServer({ mediaDir: tempDirectory(firstVideo), pageDir });
    const { status, body } = await openEmbedPage(server, '/embed/video000001?enablejsapi=1');
    expect(status).toBe(200);
    expect(body).not.toContain('modulepreload');
  },
);

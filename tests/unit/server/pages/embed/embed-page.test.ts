import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { pageConfigSchema } from '../../../../../shared/page/page-config-schema.ts';
import { masterPlaylist, mediaPlaylist, sampleMp4 } from '../../support/media-samples.ts';
import { pageConfigIn } from '../../support/page-config-in.ts';
import { rawRequest } from '../../support/raw-request.ts';
import type { TestServer } from '../../support/start-test-server.ts';
import { startTestServer, testOptions } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

const video = {
  'v.mp4': sampleMp4,
  'v.jpg': 'x',
  'v.json': '{"id":"video000001","title":"First"}',
};
const second = {
  'w.m3u8': masterPlaylist('w/a.m3u8'),
  'w/a.m3u8': mediaPlaylist('1.m4s'),
  'w.json': '{"id":"video000002","title":"Second"}',
};
const playlists = {
  'playlists.json': '{"PLx":{"title":"Both","videos":["video000002","video000001"]}}',
};

const startWith = (files: Record<string, string | Uint8Array>) =>
  startTestServer({ mediaDir: tempDirectory(files) });

async function open(server: TestServer, path: string, headers: Record<string, string> = {}) {
  const reply = await rawRequest(server.embed, path, { headers });
  return { ...reply, config: z.parse(pageConfigSchema, pageConfigIn(reply.body)) };
}

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
    const server = await startWith(video);
    const { status, headers, body, config } = await open(server, path);
    // A 404 would add noise to the host page's console.
    expect(status).toBe(200);
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(body).toContain('<title>Testube</title>');
    expect(config.playerResponse?.playabilityStatus).toMatchObject({ status: 'ERROR', errorCode });
    expect(config.args.video_id).toBe(videoId);
  },
);

test('a title cannot end the script or the title element', async () => {
  const title = '</script><script>alert(1)</script><!--<title>&amp;"\u2028\u2029$&$1';
  const server = await startWith({
    ...video,
    'v.json': JSON.stringify({ id: 'video000001', title }),
  });
  const { body, config } = await open(server, '/embed/video000001');
  expect(config.playerResponse?.videoDetails.title).toBe(title);
  expect(body).not.toContain('<script>alert');
  expect(/id="page-config">(.*)<\/script>/.exec(body)?.[1]).not.toMatch(/[<>\u2028\u2029]/);
  expect(body.match(/<title>/g)).toHaveLength(1);
  expect(body).toContain('&#60;/script&#62;');
});

test('a query cannot inject markup, and is not filled in twice', async () => {
  const server = await startWith(video);
  const evil = '</script><!--offstage:video--><b>';
  const query = new URLSearchParams({
    origin: evil,
    hl: '"><b>',
    ps: '"><b>',
    theme: '"><b>',
    ['x'.repeat(101)]: '1',
    long: 'x'.repeat(10_001),
  });
  const { body, config } = await open(server, `/embed/video000001?${query}`);
  expect(body).not.toContain('<b>');
  expect(config.args).toMatchObject({ origin: evil, hl: '"><b>' });
  expect(Object.keys(config.args)).toEqual(['autoplay', 'origin', 'hl', 'ps', 'theme', 'video_id']);
});

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
  const server = await startWith(video);
  const { status, body, config } = await open(server, `${path}?autoplay=1&start=5`);
  expect(status).toBe(200);
  expect(config.args).toEqual({ autoplay: '1', start: '5', video_id: 'video000001' });
  expect(config).toMatchObject({ brand: 'Testube', attrs: { id: 'video-player' } });
  // Nothing is logged without one.
  expect(config).not.toHaveProperty('playlist');
  expect(config.playerResponse?.videoDetails.title).toBe('First');
  expect(body).toContain('<title>First - Testube</title>');
});

test('any page may frame the player page, which is not cached', async () => {
  const server = await startWith(video);
  const { headers } = await open(server, '/embed/video000001');
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
  const server = await startWith(video);
  const keyed = async (site?: string) => {
    const headers: Record<string, string> = site === undefined ? {} : { 'sec-fetch-site': site };
    return (await open(server, '/embed/video000001', headers)).headers['origin-agent-cluster'];
  };
  expect(await keyed('same-site')).toBe('?1');
  for (const site of [undefined, 'cross-site', 'same-origin', 'none'])
    expect(await keyed(site)).toBeUndefined();
});

test('the poster and the file of the best source are in the page before any script', async () => {
  const server = await startWith({ ...video, ...second });
  const { body } = await open(server, '/embed/video000001');
  expect(body).toContain(
    '<link rel="preload" as="image" crossorigin="anonymous" fetchpriority="high" href="/media/v.jpg" />',
  );
  expect(body).toMatch(
    /<video class="video" playsinline preload="none" crossorigin="anonymous" poster="\/media\/v\.jpg" src="\/media\/v\.mp4"><\/video>/,
  );
  const stream = await open(server, '/embed/video000002?playsinline=0');
  expect(stream.body).toContain(
    '<video class="video" preload="metadata" crossorigin="anonymous"></video>',
  );
  expect(stream.body).not.toContain('rel="preload"');
});

test('an autoplay file needs no script, unless it starts at another time than zero', async () => {
  const server = await startWith(video);
  const tag = async (query: string) =>
    /<video[^>]*>/.exec((await open(server, `/embed/video000001?${query}`)).body)?.[0];
  expect(await tag('autoplay=1&mute=1')).toContain(' playsinline muted autoplay preload="auto" ');
  expect(await tag('autoplay=1')).toContain(' playsinline autoplay preload="auto" ');
  expect(await tag('autoplay=1&start=7')).toContain(' playsinline preload="auto" ');
  expect(await tag('mute=1')).toContain(' playsinline muted preload="none" ');
});

test.each([
  ['/embed/video000001', '<html lang="en" dir="ltr" data-theme="dark" data-begins="painted">'],
  [
    '/embed/video000001?theme=light&hl=es_419',
    '<html lang="es" dir="ltr" data-theme="light" data-begins="painted">',
  ],
  [
    '/embed/video000001?hl=ar-EG',
    '<html lang="ar" dir="rtl" data-theme="dark" data-begins="painted">',
  ],
  [
    '/embed/video000001?theme=pink&hl=!',
    '<html lang="en" dir="ltr" data-theme="dark" data-begins="painted">',
  ],
  [
    '/embed/video000001?ps=gvn',
    '<html lang="en" dir="ltr" data-theme="dark" data-ps="gvn" data-begins="painted">',
  ],
  [
    '/shorts/video000001?theme=light&fflags=shorts_force_dark_theme%3Dtrue',
    '<html lang="en" dir="ltr" data-theme="dark" data-begins="painted">',
  ],
  ['/embed/video000001?enablejsapi=1', '<html lang="en" dir="ltr" data-theme="dark">'],
  ['/embed/video000001?autoplay=1', '<html lang="en" dir="ltr" data-theme="dark">'],
])('the page marks %s with %s', async (path, tag) => {
  const server = await startWith(video);
  expect((await open(server, path)).body).toContain(tag);
});

test.each([
  ['', 'de-AT,de;q=0.9,en;q=0.8', 'de', 'ltr', 'Abspielen'],
  ['', 'nl, ar;q=0.5, fr;q=0.7', 'fr', 'ltr', 'Lire'],
  ['', 'es;q=0, ar-EG', 'ar', 'rtl', 'تشغيل'],
  ['', 'xx-YY, *, ;q=1', 'en', 'ltr', 'Play'],
  ['?hl=ja', 'de', 'ja', 'ltr', '再生'],
  ['?hl=xx', 'de', 'de', 'ltr', 'Abspielen'],
])(
  'with %j in its URL and a browser that prefers %j the page is in %s',
  async (query, header, language, direction, label) => {
    const server = await startWith(video);
    const { body, headers } = await open(server, `/embed/video000001${query}`, {
      'Accept-Language': header,
    });
    expect(body).toContain(`<html lang="${language}" dir="${direction}"`);
    expect(body).toContain(`class="big-play" aria-label="${label}"`);
    expect(headers.vary).toContain('Accept-Language');
  },
);

test('the page knows the page that framed it, but not a page that only linked to it [spec-2.5]', async () => {
  const server = await startWith(video);
  const Referer = 'https://host.example/page';
  const loaderUrl = async (headers: Record<string, string>) =>
    (await open(server, '/embed/video000001', headers)).config.args.loaderUrl;
  expect(await loaderUrl({ Referer, 'Sec-Fetch-Dest': 'iframe' })).toBe(Referer);
  expect(await loaderUrl({ Referer })).toBe(Referer);
  expect(await loaderUrl({ Referer, 'Sec-Fetch-Dest': 'document' })).toBeUndefined();
  expect(await loaderUrl({ 'Sec-Fetch-Dest': 'iframe' })).toBeUndefined();
});

test.each([
  ['https://host.example/page?session=secret#secret', 'https://host.example/page'],
  ['https://ann:secret@host.example/page', 'https://host.example/page'],
  ['https://host.example', 'https://host.example'],
  ['file:///home/secret/page.html', undefined],
  ['secret', undefined],
])('for the host page %s, the player page gets %s', async (Referer, told) => {
  const server = await startWith(video);
  const framed = { Referer, 'Sec-Fetch-Dest': 'iframe' };
  const said = `?loaderUrl=${encodeURIComponent(Referer)}&widget_referrer=${encodeURIComponent(Referer)}`;
  const pages = [
    await open(server, '/embed/video000001', framed),
    await open(server, `/embed/video000001${said}`, {}),
  ];
  for (const page of pages) {
    expect(page.config.args.loaderUrl || undefined).toBe(told);
    expect(page.body).not.toContain('secret');
  }
});

test('a host page whose URL may hold a token is passed on as its host only', async () => {
  const server = await startWith(video);
  const Referer = `${server.embed}/watch/video000001?token=1.secret`;
  const { config, body } = await open(server, '/embed/video000001', {
    Referer,
    'Sec-Fetch-Dest': 'iframe',
  });
  expect(config.args.loaderUrl).toBe(`${server.embed}/`);
  expect(body).not.toContain('secret');
});

test.each([
  ['/embed/?list=PLx', 'video000002'],
  ['/embed?list=PLx', 'video000002'],
  ['/embed/videoseries?list=PLx', 'video000002'],
  ['/embed/?playlist=video000001,video000002', 'video000001'],
  ['/embed/video000001?list=PLx', 'video000001'],
])(
  '%s gets the reply of the first video, and the arguments stay unchanged',
  async (path, videoId) => {
    const server = await startWith({ ...video, ...second, ...playlists });
    const { status, config } = await open(server, path);
    expect(status).toBe(200);
    expect(config.playerResponse?.videoDetails.videoId).toBe(videoId);
    expect(config.args.video_id).toBe(path.startsWith('/embed/video000001') ? videoId : undefined);
    expect(config.playlist?.videoIds).toEqual(
      path.includes('PLx') ? ['video000002', 'video000001'] : undefined,
    );
  },
);

test('built assets are immutable, open to pages of any origin, and nothing beside them is served', async () => {
  const server = await startWith({});
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
  const server = await startWith({
    ...video,
    'x.mp4': sampleMp4,
    'x.json': '{"id":"video000003","title":"<i>"}',
  });
  const { body } = await rawRequest(server.embed, '/', {
    headers: { Host: `localhost:${server.embedPort}` },
  });
  expect(body).toContain('<a href="/embed/video000001">First</a>');
  expect(body).toContain('&#60;i&#62;');
  expect(body).toContain(`http://127.0.0.1:${server.demoPort}/`);
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
  const server = await startTestServer({ mediaDir: tempDirectory(video), pageDir });
  const preloaded = async (path: string) =>
    [
      ...(await open(server, path)).body.matchAll(
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
    mediaDir: tempDirectory({ ...video, ...second }),
    pageDir,
  });
  const preloaded = async (path: string, browser: string) => {
    const { body, headers } = await open(server, path, { 'User-Agent': browser });
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
    const { body } = await open(server, path, { 'User-Agent': browser });
    expect([path, browser, body.includes(worker)]).toEqual([path, browser, isNamed]);
    // Preloads stand beside it.
    expect([path, browser, /<html[^>]* data-stream="\/media\/[^"]+\.m3u8"/.test(body)]).toEqual([
      path,
      browser,
      isNamed,
    ]);
  }
  const { body } = await open(server, '/embed/video000002?autoplay=1&start=20', {
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
    const server = await startTestServer({ mediaDir: tempDirectory(video), pageDir });
    const { status, body } = await open(server, '/embed/video000001?enablejsapi=1');
    expect(status).toBe(200);
    expect(body).not.toContain('modulepreload');
  },
);

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createAnswerHeaders } from '../../../../../server/http/answer-headers.ts';
import type { StartOptions } from '../../../../../server/start/start-options.ts';
import { masterPlaylist, mediaPlaylist, sampleMp4 } from '../../support/media-samples.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer, testOptions } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

type Files = Record<string, string | Uint8Array>;

/**
 * The sources that a server's policy has beyond those of a server without configuration, by
 * directive.
 */
async function added(
  path: string,
  files: Files,
  options: Partial<StartOptions> = {},
  pageConfig?: object,
) {
  const pageConfigFile =
    pageConfig === undefined
      ? null
      : `${tempDirectory({ 'page.json': JSON.stringify(pageConfig) })}/page.json`;
  const server = await startTestServer({
    mediaDir: tempDirectory(files),
    pageConfigFile,
    ...options,
  });
  const { headers } = await rawRequest(server.embed, path);
  const { playerPage, asset } = createAnswerHeaders({});
  const plain = (path.startsWith('/embed') ? playerPage : asset).headers['Content-Security-Policy'];
  const before = readPolicy(plain);
  const more = Object.entries(readPolicy(String(headers['content-security-policy']))).map(
    // Every player page names its own origin.
    ([name, sources]) =>
      [
        name,
        sources.filter((source) => source !== server.embed && !before[name]?.includes(source)),
      ] as const,
  );
  return Object.fromEntries(more.filter(([, sources]) => sources.length > 0));
}

function readPolicy(text: string): Record<string, string[]> {
  return Object.fromEntries(
    text.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

const page = '/embed/video000001';
const video = { 'v.mp4': sampleMp4 };
const withSidecar = (sidecar: object): Files => ({
  'v.m3u8': mediaPlaylist('1.m4s'),
  'v.json': JSON.stringify({ id: 'video000001', ...sidecar }),
});

test('a page may reach the collector and the probe providers of the configuration', async () => {
  const options = {
    cmcd: 'https://cmcd.example:8443/in?x=1',
    adStatus: 'https://ads.example/a.js',
    botDetection: 'https://bots.example/b.js',
  };
  expect(await added(page, video, options)).toEqual({
    // Only the probed script of the ads provider.
    'script-src': ['https://bots.example', 'https://ads.example/a.js'],
    'connect-src': ['https://bots.example', 'https://cmcd.example:8443', 'https://ads.example'],
  });
  // Without telemetry players use none of these.
  expect(await added(page, video, { ...options, isTelemetryOn: false })).toEqual({});
});

test('a page may load the provider’s script and style, and their fetches from their own origins [threat-provider-assets]', async () => {
  const assets = { js: 'https://js.example/a.js', css: 'https://css.example/a.css' };
  const expected = {
    'script-src': ['https://js.example'],
    'style-src': ['https://css.example'],
    'font-src': ['https://css.example'],
    'img-src': ['https://css.example'],
    'connect-src': ['https://js.example'],
  };
  expect(await added(page, video, {}, { assets })).toEqual(expected);
  // The context's addresses come before those of the assets, as in the page.
  const context = { jsUrl: assets.js, cssUrl: assets.css };
  const other = { js: 'https://unused.example/a.js', css: '/own.css' };
  expect(await added(page, video, {}, { assets: other, webPlayerContextConfig: context })).toEqual(
    expected,
  );
  expect(await added(page, video, {}, { assets: { js: '/own.js', css: '/own.css' } })).toEqual({});
});

test('a page may reach the licence servers of all videos, and show their channels’ pictures', async () => {
  const drm = [
    {
      keySystem: 'com.apple.fps',
      licenseUrl: 'https://licence.example/fps',
      certificateUrl: 'https://certificates.example/fps.cer',
    },
    { keySystem: 'com.widevine.alpha', licenseUrl: '/own/licence' },
  ];
  const channel = {
    id: 'c',
    name: 'C',
    url: 'https://link.example/',
    avatarUrl: 'https://pictures.example/c.png',
  };
  const files = withSidecar({ drm, channel, watchUrl: 'https://watch.example/' });
  expect(await added(page, files)).toEqual({
    'img-src': ['https://pictures.example'],
    'connect-src': ['https://licence.example', 'https://certificates.example'],
  });
});

test('page and workers may fetch from the hosts that playlists and MPDs of the library name', async () => {
  const files = {
    'a.m3u8': masterPlaylist('a/local.m3u8', 'https://master.example/far.m3u8'),
    'a/local.m3u8': mediaPlaylist(
      'https://cdn.example:8443/1.m4s',
      '//relative.example/2.m4s',
      '3.m4s',
    ),
    'b.m3u8': mediaPlaylist('1.m4s').replace(
      '#EXTINF',
      '#EXT-X-KEY:METHOD=AES-128,URI="https://keys.example/1"\n#EXTINF',
    ),
    'c.mpd': `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT4S"><Period>
      <BaseURL>https://dash.example/films/</BaseURL><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1">
      <SegmentTemplate media="$Number$.m4s" initialization="i.mp4" duration="2" /></Representation></AdaptationSet></Period></MPD>`,
  };
  const hosts = [
    'https://cdn.example:8443',
    'https://dash.example',
    'https://keys.example',
    'https://master.example',
  ];
  const found = await added(page, files);
  expect(Object.keys(found)).toEqual(['media-src', 'connect-src']);
  expect(found['connect-src']?.filter((host) => host.startsWith('https')).toSorted()).toEqual(
    hosts,
  );
  expect(found['media-src']).toEqual(found['connect-src']);
  expect(await added('/assets/main-abc.js', files)).toEqual({
    'connect-src': found['connect-src'],
  });
});

test('the operator may add the sources of their scripts', async () => {
  const cspExtra = {
    'frame-src': ['https://f.example'],
    'connect-src': ['https://c.example'],
    'trusted-types': ['vendor'],
  };
  expect(await added(page, video, { cspExtra })).toEqual(cspExtra);
  expect(await added('/assets/main-abc.js', video, { cspExtra })).toEqual({
    'connect-src': ['https://c.example'],
  });
});

test('a title or a URL cannot inject a header', async () => {
  const files = withSidecar({
    title: 'x\r\nSet-Cookie: a=1',
    channel: {
      id: 'c',
      name: 'C',
      avatarUrl: "https://a.example;script-src 'unsafe-inline'/x\r\n.png",
    },
    drm: [
      { keySystem: 'com.widevine.alpha', licenseUrl: 'https://b.example\r\nX: y; script-src *' },
    ],
  });
  expect(await added(page, files)).toEqual({});
});

test('the player page names its own origin beside self, which matches nothing in WebKit frames with an opaque origin', async () => {
  const server = await startTestServer({ mediaDir: tempDirectory({ 'v.mp4': sampleMp4 }) });
  const { headers } = await rawRequest(server.embed, page, { headers: { Host: 'video.example' } });
  const policy = readPolicy(String(headers['content-security-policy']));
  for (const name of [
    'script-src',
    'style-src',
    'img-src',
    'media-src',
    'connect-src',
    'worker-src',
  ])
    expect(policy[name]?.slice(0, 2)).toEqual(["'self'", 'http://video.example']);
});

test('a page’s own style is allowed only by its hash, unless the operator allows all', async () => {
  const options = testOptions();
  const style = ':root{--stage:#000}';
  const template = readFileSync(`${options.pageDir}/index.html`, 'utf8');
  const pageDir = tempDirectory({
    'index.html': template.replace('</head>', `<style>${style}</style></head>`),
  });
  const hash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
  expect(await added(page, video, { pageDir })).toEqual({ 'style-src': [hash] });
  // A hash would disable the `unsafe-inline` beside it.
  const cspExtra = { 'style-src': ["'unsafe-inline'"] };
  expect(await added(page, video, { pageDir, cspExtra })).toEqual(cspExtra);
});

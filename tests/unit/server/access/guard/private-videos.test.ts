import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeEmbedToken } from '../../../../../server/access/guard/embed-token.js';
import { parseApiReply } from '../../support/api-reply.ts';
import { askPlayer } from '../../support/ask-player.ts';
import {
  bundledMediaDir,
  masterPlaylist,
  mediaPlaylist,
  sampleMp4,
} from '../../support/media-samples.ts';
import { openPage } from '../../support/open-page.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { testKey as signingKey } from '../../support/test-guard.ts';

const word = 'merger';
const keyId = '00'.repeat(16);
const files = {
  'film.m3u8': masterPlaylist('film/a.m3u8'),
  'film/a.m3u8': mediaPlaylist('1.m4s', '../shared/2.m4s'),
  'film/init.cmfi': 'init',
  'film/1.m4s': 'one',
  'film/new.m4s': 'came after the start',
  'shared/2.m4s': 'two',
  'film.jpg': 'x',
  'film.2x.jpg': 'x',
  'film.en.vtt': 'WEBVTT',
  'film.storyboard.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\nsprites/film.jpg#xywh=0,0,160,90\n',
  'sprites/film.jpg': 'sprite',
  'film.json': JSON.stringify({
    id: 'private0001',
    title: word,
    author: 'Board',
    private: true,
    chapters: [{ startSeconds: 0, title: word }],
    clearKeys: { [keyId]: '11'.repeat(16) },
  }),
  'other.mp4': sampleMp4,
  'other.json': JSON.stringify({ id: 'private0002', title: word, private: true }),
  'open/clip.m3u8': mediaPlaylist('clip.m4s', '../shared/2.m4s'),
  'open/clip.m4s': 'clip',
  'open/clip.jpg': 'x',
  'open/clip.json': JSON.stringify({ id: 'openvideo01', title: 'Clip', author: 'Board' }),
  'live.m3u8': mediaPlaylist('live.m4s'),
  'live.m4s': 'live',
  'live.json': JSON.stringify({ id: 'privatelive', private: true, live: true }),
  'playlists.json': '{"PLx":{"videos":["private0001","openvideo01"]}}',
};
const startMs = 1_700_000_000_000;
const clock = { nowMs: startMs };

async function start(changes: Parameters<typeof startTestServer>[0] = {}) {
  clock.nowMs = startMs;
  const mediaDir = tempDirectory(files);
  symlinkSync(join(mediaDir, 'film'), join(mediaDir, 'alias'));
  return {
    mediaDir,
    ...(await startTestServer({ mediaDir, signingKey, ...changes }, () => clock.nowMs)),
  };
}

const tokenFor = (videoId: string, lifeSec = 600, domain = '') =>
  makeEmbedToken(signingKey, { videoId, expiresSec: startMs / 1_000 + lifeSec, domain });
const openSigned = (embed: string, videoId = 'private0001', token = tokenFor(videoId)) =>
  openPage(embed, `/embed/${videoId}?autoplay=0&token=${token}&start=1`);
type Page = Awaited<ReturnType<typeof openPage>>;
const sourceOf = ({ config }: Page) => config.playerResponse?.sources[0]?.url ?? '';
/** The files that the playlist of the page's video names. */
const beside = (page: Page, path: string) => new URL(path, `http://x${sourceOf(page)}`).pathname;

test('a private video plays with a signed URL, whatever else the URL has, and all its addresses are signed', async () => {
  const { embed } = await start();
  const page = await openSigned(embed);
  const { playerResponse } = page.config;
  expect(playerResponse).toMatchObject({
    playabilityStatus: { status: 'OK' },
    videoDetails: { title: word },
  });
  expect(page.config.args).toEqual({ autoplay: '0', start: '1', video_id: 'private0001' });
  expect(page.headers['x-robots-tag']).toBe('noindex');
  expect(page.headers['cache-control']).toBe('private, no-cache');
  const urls = [
    sourceOf(page),
    beside(page, 'film/a.m3u8'),
    beside(page, 'film/init.cmfi'),
    beside(page, 'film/1.m4s'),
    beside(page, 'film/new.m4s'),
    beside(page, 'shared/2.m4s'),
    beside(page, 'sprites/film.jpg'),
    playerResponse?.captionTracks[0]?.url,
    playerResponse?.posterUrl,
    playerResponse?.storyboardUrl,
  ].map(String);
  for (const url of urls) {
    expect(url).toMatch(/^\/media\/~\d+\.private0001\.[\w-]{43}\//);
    const { status, headers } = await rawRequest(embed, url);
    expect([url, status]).toEqual([url, 200]);
    expect(headers['cache-control']).toBe('private, max-age=600');
    expect(headers['access-control-allow-origin']).toBe('*');
  }
});

describe.each([
  '',
  'token=',
  'token=1.2',
  `token=${tokenFor('private0002')}`,
  `token=${tokenFor('private0001').toLowerCase()}`,
])('with the query "%s"', (query) => {
  test('a private video is refused, and no detail of it is revealed', async () => {
    const { embed } = await start();
    const page = await openPage(embed, `/embed/private0001?${query}`);
    expect(page.config.playerResponse?.playabilityStatus).toMatchObject({
      status: 'UNPLAYABLE',
      errorCode: 'auth.private',
    });
    for (const secret of [word, 'Board', '/media/', 'film'])
      expect(page.body).not.toContain(secret);
    expect(page.headers['x-robots-tag']).toBe('noindex');
  });
});

test('an expired URL is reported as expired and reveals no more [threat-private-videos]', async () => {
  const { embed } = await start();
  clock.nowMs += 600_000;
  const page = await openSigned(embed);
  expect(page.config.playerResponse?.playabilityStatus).toMatchObject({
    errorCode: 'auth.expired',
  });
  expect(page.body).not.toContain(word);
});

test('a URL signed for the pages of one domain works only there', async () => {
  const { embed } = await start();
  const token = tokenFor('private0001', 600, '*.host.example');
  const open = (headers: Record<string, string>) =>
    openPage(embed, `/embed/private0001?token=${token}`, headers);
  const inside = await open({ 'Sec-Fetch-Dest': 'iframe', Referer: 'https://www.host.example/' });
  expect(inside.config.playerResponse?.playabilityStatus.status).toBe('OK');
  expect(inside.headers['content-security-policy']).toContain(
    "frame-ancestors 'self' https://*.host.example",
  );
  for (const [headers, errorCode] of [
    [{ 'Sec-Fetch-Dest': 'iframe', Referer: 'https://other.example/' }, 'embedding.domain'],
    [{ 'Sec-Fetch-Dest': 'iframe' }, 'embedder.identity.missing.referrer'],
    [{ 'Sec-Fetch-Dest': 'document' }, 'embedding.domain'],
  ] as const) {
    const { config, body } = await open(headers);
    expect(config.playerResponse?.playabilityStatus).toMatchObject({ errorCode });
    expect(body).not.toContain(word);
  }
});

test('a viewer without access finds a private video in no list, and gets no poster, panel or licence', async () => {
  const { embed, demo, library } = await start();
  expect(library.warnings).toContain(
    'playlists.json: PLx names the video "private0001", which is private; it is left out.',
  );
  const pages = [
    await rawRequest(embed, '/'),
    await rawRequest(demo, '/'),
    await rawRequest(demo, '/clients.html'),
    await rawRequest(embed, '/embed/openvideo01'),
    await rawRequest(embed, '/embed/?list=PLx'),
    await rawRequest(embed, '/youtubei/v1/playlist/PLx?entries=1'),
    await rawRequest(embed, '/youtubei/v1/playlist/Board?listType=user_uploads&entries=1'),
  ];
  for (const { body } of pages) {
    expect(body).not.toContain(word);
    expect(body).not.toContain('private0');
  }
  expect((await rawRequest(embed, '/poster/private0001')).status).toBe(404);
  const post = (path: string, body: object) =>
    rawRequest(embed, path, { method: 'POST', body: JSON.stringify(body) });
  const kids = [Buffer.from(keyId, 'hex').toString('base64url')];
  expect((await post('/license/clearkey/private0001', { kids })).status).toBe(403);
  const context = {
    client: { clientName: 'OFFSTAGE', clientVersion: '1', hl: 'en' },
    user: { enableSafetyMode: false, lockedSafetyMode: false },
    request: {},
    adSignalsInfo: { params: [] },
    clickTracking: {},
  };
  const panel = await post('/youtubei/v1/share/get_share_panel', {
    context,
    serializedSharedEntity: 'v=private0001',
  });
  expect(panel.status).toBe(404);
  expect((await askPlayer(embed, 'private0001')).videoDetails.title).toBe('');
});

test('licences are at an address that is signed for the video [threat-private-videos]', async () => {
  const { embed } = await start();
  const page = await openSigned(embed);
  const drm = page.config.playerResponse?.sources[0]?.drm as { licenseUrl: string }[];
  const licenseUrl = drm[0]?.licenseUrl ?? '';
  expect(licenseUrl).toMatch(/^\/license\/~\d+\.private0001\.[\w-]{43}\/clearkey\/private0001$/);
  const body = JSON.stringify({ kids: [Buffer.from(keyId, 'hex').toString('base64url')] });
  const statusOf = async (path: string) =>
    (await rawRequest(embed, path, { method: 'POST', body })).status;
  expect(await statusOf(licenseUrl)).toBe(200);
  const other = sourceOf(await openSigned(embed, 'private0002')).split('/')[2];
  expect(await statusOf(`/license/${other}/clearkey/private0001`)).toBe(403);
  clock.nowMs += 600_000;
  expect(await statusOf(licenseUrl)).toBe(410);
});

test('the files of a private video cannot be fetched in any other way [threat-private-videos]', async () => {
  const { embed } = await start();
  const page = await openSigned(embed);
  const [segment = '', other = ''] = [page, await openSigned(embed, 'private0002')].map(
    (opened) => sourceOf(opened).split('/')[2],
  );
  const refusal = async (path: string) => {
    const { status, headers, body } = await rawRequest(embed, path);
    if (status === 404) return '404';
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['cache-control']).toBe('no-store');
    return `${status} ${JSON.parse(body).error.code}`;
  };
  for (const path of [
    'film.m3u8',
    'film/a.m3u8',
    'film/1.m4s',
    'film/new.m4s',
    'film%2F1.m4s',
    '%66ilm/1.m4s',
    'alias/1.m4s',
    'alias/new.m4s',
    'film.jpg',
    'film.2x.jpg',
    'film.en.vtt',
    'film.storyboard.vtt',
    'sprites/film.jpg',
    'other.mp4',
  ]) {
    expect([path, await refusal(`/media/${path}`)]).toEqual([
      path,
      path.includes('%2F') ? '404' : '403 NOT_SIGNED',
    ]);
    const isOwn = path === 'other.mp4';
    if (!path.includes('%2F') && !isOwn)
      expect([path, await refusal(`/media/${other}/${path}`)]).toEqual([path, '403 NOT_ITS_FILE']);
  }
  expect(await refusal(`/media/${segment}/other.mp4`)).toBe('403 NOT_ITS_FILE');
  const forged = segment.replace('private0001', 'private0002');
  expect(await refusal(`/media/${forged}/other.mp4`)).toBe('403 WRONG_SIGNATURE');
  expect(await refusal(`/media/${segment.slice(0, -1)}/film.m3u8`)).toBe('404');
  // A path that leaves the segment leads to a file without one, as URLs resolve, or to nothing.
  for (const [path, answer] of [
    ['../other.mp4', '403 NOT_SIGNED'],
    ['%2e%2e/other.mp4', '403 NOT_SIGNED'],
    ['film/..%2f../other.mp4', '404'],
    ['..%2fother.mp4', '404'],
    ['..%5cother.mp4', '404'],
    ['%00other.mp4', '404'],
    [`${segment}/film.m3u8`, '404'],
  ] as const)
    expect([path, await refusal(`/media/${segment}/${path}`)]).toEqual([path, answer]);
  clock.nowMs += 600_000;
  expect(await refusal(`/media/${segment}/film/1.m4s`)).toBe('410 EXPIRED');
});

test('media that a public video also names stays open, and so does media of no video', async () => {
  const { embed } = await start();
  for (const path of ['open/clip.m3u8', 'open/clip.m4s', 'open/clip.jpg', 'shared/2.m4s']) {
    const { status, headers } = await rawRequest(embed, `/media/${path}`);
    expect([path, status, headers['cache-control']]).toEqual([path, 200, 'public, max-age=3600']);
  }
});

test('a private live stream is signed down to its segments', async () => {
  const { embed } = await start();
  const page = await openSigned(embed, 'privatelive');
  expect(sourceOf(page)).toMatch(/^\/live\/~\d+\.privatelive\.[\w-]{43}\/privatelive\/live\.m3u8$/);
  const playlist = await rawRequest(embed, sourceOf(page));
  const segmentUrl = /^\/media\/.*$/m.exec(playlist.body)?.[0] ?? '';
  expect((await rawRequest(embed, segmentUrl)).body).toBe('live');
  expect(playlist.body).toMatch(/URI="\/media\/~/);
  expect((await rawRequest(embed, '/live/privatelive/live.m3u8')).status).toBe(403);
  expect((await rawRequest(embed, '/media/live.m4s')).status).toBe(403);
  const foreign = sourceOf(await openSigned(embed)).split('/')[2];
  expect((await rawRequest(embed, `/live/${foreign}/privatelive/live.m3u8`)).status).toBe(403);
  clock.nowMs += 600_000;
  expect((await rawRequest(embed, sourceOf(page))).status).toBe(410);
});

test('a page may renew its addresses while its own address is valid', async () => {
  const { embed } = await start({ signedMediaSec: 60 });
  const page = await openSigned(embed);
  const pass = page.config.api?.embedPass;
  expect((await rawRequest(embed, sourceOf(page))).headers['cache-control']).toMatch(
    /max-age=(6|7)\d$/,
  );
  clock.nowMs += 90_000;
  expect((await rawRequest(embed, sourceOf(page))).status).toBe(410);
  const again = await askPlayer(embed, 'private0001', pass);
  expect(again.playabilityStatus.status).toBe('OK');
  expect(again.sources[0].url).not.toBe(sourceOf(page));
  expect((await rawRequest(embed, again.sources[0].url)).status).toBe(200);
  // No media address outlives the page's.
  clock.nowMs = startMs + 590_000;
  const last = await askPlayer(embed, 'private0001', pass);
  expect((await rawRequest(embed, last.sources[0].url)).headers['cache-control']).toBe(
    'private, max-age=10',
  );
  clock.nowMs = startMs + 600_000;
  expect((await rawRequest(embed, last.sources[0].url)).status).toBe(410);
  const late = await askPlayer(embed, 'private0001', pass);
  expect(late.playabilityStatus).toMatchObject({ errorCode: 'auth.expired' });
  expect(JSON.stringify(late)).not.toContain(word);
});

test('a page may renew only its own video, and not with another page’s pass', async () => {
  const { embed } = await start();
  const { config } = await openSigned(embed, 'private0002');
  const open = await openPage(embed, '/embed/openvideo01');
  const refused = await openPage(embed, '/embed/private0001');
  for (const pass of [
    config.api?.embedPass,
    open.config.api?.embedPass,
    refused.config.api?.embedPass,
    undefined,
    'x',
  ])
    expect((await askPlayer(embed, 'private0001', pass)).playabilityStatus).toMatchObject({
      errorCode: 'auth.private',
    });
});

test('with --signed-media every file needs a signature, and lists have signed pictures', async () => {
  const { embed, demo } = await start({ signsAll: true });
  const page = await openPage(embed, '/embed/openvideo01');
  expect((await rawRequest(embed, sourceOf(page))).status).toBe(200);
  expect((await rawRequest(embed, beside(page, 'clip.m4s'))).status).toBe(200);
  for (const path of ['open/clip.m3u8', 'open/clip.m4s', 'open/clip.jpg', 'shared/2.m4s'])
    expect((await rawRequest(embed, `/media/${path}`)).status).toBe(403);
  const list = parseApiReply(
    (await rawRequest(embed, '/youtubei/v1/playlist/PLx?entries=1')).body,
    'playlist',
  );
  expect((await rawRequest(embed, list.entries[0].posterUrl)).status).toBe(200);
  expect((await rawRequest(demo, '/')).body).toMatch(
    /\/media\/~\d+\.openvideo01\.[\w-]{43}\/open\/clip\.jpg/,
  );
  const poster = await rawRequest(embed, '/poster/openvideo01');
  expect((await rawRequest(embed, String(poster.headers.location))).status).toBe(200);
});

test.each(['{"private": "yes"}', '{"private": true,'])(
  'a malformed file that mentions privacy (%s) makes the video private',
  async (sidecar) => {
    const mediaDir = tempDirectory({ 'a.mp4': sampleMp4, 'a.json': sidecar });
    const { embed, library } = await startTestServer({ mediaDir });
    expect(library.warnings.join()).toMatch(
      /^a\.json: .*; the video is private until this is fixed\.$/,
    );
    expect((await rawRequest(embed, '/media/a.mp4')).status).toBe(403);
    expect((await rawRequest(embed, '/')).body).not.toContain('/embed/');
  },
);

test('servers with the same key accept each other’s signatures, and a generated key is stored [threat-stored-keys]', async () => {
  const dataDir = tempDirectory();
  const mediaDir = tempDirectory(files);
  const first = await startTestServer({ mediaDir, dataDir });
  expect(first.signingKeyFile).toBe(join(dataDir, 'signing-key'));
  const url = sourceOf(await openPage(first.embed, '/embed/private0001'));
  expect(url).toBe('');
  await first.stop(0);
  const second = await startTestServer({ mediaDir, dataDir, signingKey });
  expect(second.signingKeyFile).toBeNull();
});

test('no bundled video is private', async () => {
  const { library } = await startTestServer({ mediaDir: bundledMediaDir });
  expect([...library.videos.values()].filter(({ isPrivate }) => isPrivate)).toEqual([]);
  expect(library.owners).toBeNull();
});

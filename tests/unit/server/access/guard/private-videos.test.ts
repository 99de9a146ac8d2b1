import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseApiReply } from '../../support/api-reply.ts';
import { bundledMediaDir, sampleMp4 } from '../../support/media-samples.ts';
import { openPage } from '../../support/open-page.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { testKey as signingKey } from '../../support/test-guard.ts';
import {
  clock,
  openSigned,
  type Page,
  privateFiles,
  secretWord,
  sourceOf,
  startWithPrivate,
  tokenFor,
} from './private-library.ts';

/** The files that the playlist of the page's video names. */
const besideSource = (page: Page, path: string) =>
  new URL(path, `http://x${sourceOf(page)}`).pathname;

test('a private video plays with a signed URL, whatever else the URL has, and all its addresses are signed', async () => {
  const { embed } = await startWithPrivate();
  const page = await openSigned(embed);
  const { playerResponse } = page.config;
  expect(playerResponse).toMatchObject({
    playabilityStatus: { status: 'OK' },
    videoDetails: { title: secretWord },
  });
  expect(page.config.args).toEqual({ autoplay: '0', start: '1', video_id: 'private0001' });
  expect(page.headers['x-robots-tag']).toBe('noindex');
  expect(page.headers['cache-control']).toBe('private, no-cache');
  const urls = [
    sourceOf(page),
    besideSource(page, 'film/a.m3u8'),
    besideSource(page, 'film/init.cmfi'),
    besideSource(page, 'film/1.m4s'),
    besideSource(page, 'film/new.m4s'),
    besideSource(page, 'shared/2.m4s'),
    besideSource(page, 'sprites/film.jpg'),
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
    const { embed } = await startWithPrivate();
    const page = await openPage(embed, `/embed/private0001?${query}`);
    expect(page.config.playerResponse?.playabilityStatus).toMatchObject({
      status: 'UNPLAYABLE',
      errorCode: 'auth.private',
    });
    for (const secret of [secretWord, 'Board', '/media/', 'film'])
      expect(page.body).not.toContain(secret);
    expect(page.headers['x-robots-tag']).toBe('noindex');
  });
});

test('an expired URL is reported as expired and reveals no more [threat-private-videos]', async () => {
  const { embed } = await startWithPrivate();
  clock.nowMs += 600_000;
  const page = await openSigned(embed);
  expect(page.config.playerResponse?.playabilityStatus).toMatchObject({
    errorCode: 'auth.expired',
  });
  expect(page.body).not.toContain(secretWord);
});

test('a URL signed for the pages of one domain works only there', async () => {
  const { embed } = await startWithPrivate();
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
    expect(body).not.toContain(secretWord);
  }
});

test.each([
  [
    '127.0.0.1',
    'http://127.0.0.1:5100/x?secret=1',
    'The token allows http://127.0.0.1 and https://127.0.0.1; this page is http://127.0.0.1:5100.',
  ],
  [
    'a.example',
    'http://a.example/',
    'The token allows https://a.example; this page is http://a.example.',
  ],
  ['a.example', null, 'The token allows https://a.example; no page embeds it.'],
])(
  'a page that a token for %s does not allow (%s) receives both origins',
  async (domain, page, sentence) => {
    const { embed } = await startWithPrivate();
    const path = `/embed/private0001?token=${tokenFor('private0001', 600, domain)}`;
    const dest = page === null ? 'document' : 'iframe';
    const headers = { 'Sec-Fetch-Dest': dest, ...(page !== null && { Referer: page }) };
    const { config } = await openPage(embed, path, headers);
    expect(config.playerResponse?.playabilityStatus.reason).toBe(
      `This video is not allowed on this site. ${sentence}`,
    );
    // A token with a wrong signature reveals nothing.
    const forged = await openPage(embed, `${path.slice(0, -1)}_`, headers);
    expect(forged.config.playerResponse?.playabilityStatus.reason).toBe('This video is private.');
  },
);

test('a private live stream is signed down to its segments', async () => {
  const { embed } = await startWithPrivate();
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

test('with --signed-media every file needs a signature, and lists have signed pictures', async () => {
  const { embed, demo } = await startWithPrivate({ signsAll: true });
  const page = await openPage(embed, '/embed/openvideo01');
  expect((await rawRequest(embed, sourceOf(page))).status).toBe(200);
  expect((await rawRequest(embed, besideSource(page, 'clip.m4s'))).status).toBe(200);
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
  const mediaDir = tempDirectory(privateFiles);
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

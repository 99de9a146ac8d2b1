import { expect, test } from 'vitest';
import { askPlayer } from '../../support/ask-player.ts';
import { rawRequest } from '../../support/raw-request.ts';
import {
  clock,
  keyId,
  openSigned,
  secretWord,
  sourceOf,
  startWithPrivate,
} from './private-library.ts';

test('a viewer without access finds a private video in no list, and gets no poster, panel or licence', async () => {
  const { embed, demo, library } = await startWithPrivate();
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
    expect(body).not.toContain(secretWord);
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
  const { embed } = await startWithPrivate();
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
  const { embed } = await startWithPrivate();
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
  const { embed } = await startWithPrivate();
  for (const path of ['open/clip.m3u8', 'open/clip.m4s', 'open/clip.jpg', 'shared/2.m4s']) {
    const { status, headers } = await rawRequest(embed, `/media/${path}`);
    expect([path, status, headers['cache-control']]).toEqual([path, 200, 'public, max-age=3600']);
  }
});

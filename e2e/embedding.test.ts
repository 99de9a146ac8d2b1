import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { makeEmbedToken } from '../server/access/guard/embed-token.js';
import { serveHostPage } from './support/host-page.ts';
import { testWithMedia } from './support/own-media.ts';
import { openRawHost, type RawHostFixtures } from './support/raw-host.ts';
import { loggedEvents, ofName } from './support/sequences.ts';
import { expect } from './support/test.ts';

const key = 'a-key-of-tests-with-32-characters';
const signScript = fileURLToPath(new URL('../scripts/sign.js', import.meta.url));
const embedDomains = ['127.0.0.1:*'];

const test = testWithMedia(
  {
    'offstage001.m3u8': { copyOf: 'offstage001.m3u8' },
    offstage001: { copyOf: 'offstage001' },
    'offstage001.en.vtt': { copyOf: 'offstage001.en.vtt' },
    'offstage001.storyboard.vtt': { copyOf: 'offstage001.storyboard.vtt' },
    'offstage001.storyboard.jpg': { copyOf: 'offstage001.storyboard.jpg' },
    'offstage001.jpg': { copyOf: 'offstage001.jpg' },
    'offstage001.json': {
      text: JSON.stringify({ id: 'private0001', title: 'Four Lights', private: true }),
    },
    'here.mp4': { copyOf: 'offstage002.mp4' },
    'here.jpg': { copyOf: 'offstage002.jpg' },
    'here.json': { text: JSON.stringify({ id: 'restricted1', title: 'Here only', embedDomains }) },
    'open.mp4': { copyOf: 'offstage002.mp4' },
    'open.json': { text: JSON.stringify({ id: 'everywhere1', title: 'Everywhere' }) },
  },
  ['--signing-key', key, '--signed-media-life', '5'],
).extend<RawHostFixtures>({ openRawHost });

// Console lines of refused and expired requests.
test.use({ expectedNoise: /Failed to load resource|HLS|net::ERR|frame-ancestors/ });

test('a video that only some pages may embed plays in them; elsewhere its viewer reads the reason, and the host receives 150', async ({
  openRawHost,
}) => {
  const allowed = await openRawHost('/embed/restricted1?enablejsapi=1&mute=1');
  await allowed.command('playVideo');
  await allowed.untilInfo('playerState', 1);

  const other = await openRawHost('/embed/restricted1?enablejsapi=1', { hostname: 'localhost' });
  await expect.poll(() => other.values('onError')).toEqual([150]);
  await expect(other.player.getByRole('alert')).toContainText('is not allowed on this site');
  await expect(other.player.getByRole('alert').getByRole('link')).toHaveAttribute(
    'href',
    '/watch?v=restricted1',
  );

  // A player there cannot load it by command either, and still plays other videos.
  await other.command('loadVideoById', 'everywhere1');
  await other.untilInfo('duration', expect.closeTo(32, 0));
  await other.forget();
  await other.command('loadVideoById', 'restricted1');
  await expect.poll(() => other.values('onError')).toEqual([150]);
});

test('the page that embeds a private video receives the error by name with a fix, and the viewer no link to a page that refuses', async ({
  openRawHost,
}) => {
  const at = (expiresSec: number, domain: string) =>
    `/embed/private0001?enablejsapi=1&token=${makeEmbedToken(key, { videoId: 'private0001', expiresSec, domain })}`;
  const soonSec = Math.round(Date.now() / 1_000) + 3_600;
  for (const [path, name, fix] of [
    [
      at(soonSec, 'shop.example'),
      'embedding.domain',
      'The token allows https://shop.example; this page is http://127.0.0.1:',
    ],
    [at(1, ''), 'auth.expired', 'new token'],
    ['/embed/private0001?enablejsapi=1', 'auth.private', 'a token'],
  ] as const) {
    const host = await openRawHost(path);
    await expect.poll(() => host.values('onError')).toEqual([150]);
    expect((await host.messages()).find(({ event }) => event === 'onError')).toMatchObject({
      error: { name, fix: expect.stringContaining(fix) },
    });
    await expect(host.player.getByRole('alert')).toBeVisible();
    await expect(host.player.getByRole('alert').getByRole('link')).toHaveCount(0);
  }
});

test('a page that may embed a video does not open it to an outer page that may not [threat-embedding]', async ({
  page,
  server,
}) => {
  const inner = await serveHostPage(
    `<iframe src="${server.embedOrigin}/embed/restricted1"></iframe>`,
  );
  const outer = await serveHostPage(`<iframe src="${inner.url}"></iframe>`);
  const player = () => page.frames().at(-1)?.url() ?? '';
  await page.goto(outer.url);
  await expect.poll(player).toBe(`${server.embedOrigin}/embed/restricted1`);
  await page.goto(outer.url.replace('127.0.0.1', 'localhost'));
  await expect.poll(player).toMatch(/^chrome-error:/);
  await inner.close();
  await outer.close();
});

test('a private video plays with a signed URL and renews its media addresses; without one the page reveals nothing about it [threat-private-videos]', async ({
  page,
  server,
}) => {
  const sign = [
    'private0001',
    '--expires',
    '1h',
    '--origin',
    server.embedOrigin,
    '--signing-key',
    key,
  ];
  const [url = ''] = execFileSync(process.execPath, [signScript, ...sign], {
    encoding: 'utf8',
  }).split('\n');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${url}&mute=1`);
  const root = page.locator('#video-player');
  const poster = (await page.locator('video').getAttribute('poster')) ?? '';
  expect(poster).toMatch(/^\/media\/~\d+\.private0001\./);
  await expect
    .poll(async () => (await page.request.get(`${server.embedOrigin}${poster}`)).status())
    .toBe(410);
  // No media has been requested so far.
  await page.locator('.big-play').click();
  await expect(root).toHaveAttribute('data-state', 'playing');
  await page.evaluate(() => {
    const video = document.querySelector('video');
    if (video !== null) video.currentTime = 50;
  });
  await expect
    .poll(() => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0))
    .toBeGreaterThan(50.5);
  await expect(root).not.toHaveAttribute('data-error');
  const segments = asked
    .filter((path) => path.endsWith('offstage001.m3u8'))
    .map((path) => path.split('/')[2]);
  expect(new Set(segments).size).toBeGreaterThan(1);
  expect(
    asked.filter((path) => path.startsWith('/media/') && !path.startsWith('/media/~')),
  ).toEqual([]);

  await page.goto(`${server.embedOrigin}/embed/private0001?autoplay=1`);
  await expect(page.getByRole('alert')).toContainText('This video is private.');
  expect(await page.content()).not.toContain('Four Lights');
});

test('the page of a private video identifies itself to its player by its origin only, and no event contains the token [attack-M9]', async ({
  page,
  server,
}) => {
  const sign = [
    'private0001',
    '--expires',
    '1h',
    '--origin',
    server.embedOrigin,
    '--signing-key',
    key,
  ];
  const [url = ''] = execFileSync(process.execPath, [signScript, ...sign], {
    encoding: 'utf8',
  }).split('\n');
  const token = new URL(url).searchParams.get('token') ?? '';
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.postDataBuffer()?.toString('latin1') ?? '');
  });
  await page.goto(`${server.embedOrigin}/watch/private0001?mute=1&token=${token}`);
  const loaded = ofName(await loggedEvents(page, server), 'embed_loaded');
  expect(loaded.map(({ payload }) => payload.loaderUrl)).toEqual([`${server.embedOrigin}/`]);
  expect(
    await page
      .frameLocator('iframe')
      .locator('html')
      .evaluate(() => document.referrer),
  ).toBe(`${server.embedOrigin}/`);
});

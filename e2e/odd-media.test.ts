import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { clickControl } from './support/click-control.ts';
import { testWithMedia } from './support/own-media.ts';
import { expect } from './support/test.ts';

const rendition = readFileSync('media/offstage001/video-240p.m3u8', 'utf8');
const [head = '', segments = ''] = rendition.split(/(?=#EXTINF)(.*)/s);
const rounds = (10 * 60 * 60) / 64 + 1;
const codecs = 'CODECS="avc1.42c015"';
const variant = (index: number) =>
  `#EXT-X-STREAM-INF:BANDWIDTH=${100_000 + index * 1_000},RESOLUTION=${320 + 2 * index}x${180 + index},${codecs}\nvideo-240p.m3u8?v=${index}`;
const master = (count: number) =>
  `#EXTM3U\n${Array.from({ length: count }, (_, index) => variant(index)).join('\n')}\n`;
const id = (name: string) => ({ text: JSON.stringify({ id: name }) });
const endless = segments.replace('#EXT-X-ENDLIST', '');

const test = testWithMedia({
  'video-240p.cmfv': { copyOf: 'offstage001/video-240p.cmfv' },
  'video-240p.m3u8': { copyOf: 'offstage001/video-240p.m3u8' },
  'one.m3u8': { text: master(1) },
  'one.json': id('onelevel000'),
  'fifty.m3u8': { text: master(50) },
  'fifty.json': id('fiftylevels'),
  'long.m3u8': {
    text: `${head}${Array(Math.ceil(rounds)).fill(endless).join('#EXT-X-DISCONTINUITY\n')}#EXT-X-ENDLIST\n`,
  },
  'long.json': id('tenhours000'),
  'empty.m3u8': { text: '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-ENDLIST\n' },
  'empty.json': id('emptylist00'),
  'text.mp4': { text: 'This is no video.' },
  'text.json': id('nomedia0000'),
  'zero.m3u8': { text: `${head}${segments.replaceAll(/#EXTINF:[\d.]+/g, '#EXTINF:0')}` },
  'zero.json': id('zerolength0'),
});

const open = async (page: Page, origin: string, videoId: string) => {
  await page.goto(`${origin}/embed/${videoId}?autoplay=1&mute=1`);
  return page.locator('#video-player');
};

test.use({ expectedNoise: /Failed to load resource/ });

test('one rendition or fifty, ten hours, and files that are not media: each plays or shows why not [feature-odd-media]', async ({
  page,
  server,
}) => {
  const { embedOrigin } = server;
  for (const videoId of ['onelevel000', 'fiftylevels', 'tenhours000']) {
    const root = await open(page, embedOrigin, videoId);
    await expect(root).toHaveAttribute('data-state', 'playing');
    if (videoId === 'fiftylevels') {
      await clickControl(page.getByRole('button', { name: 'Settings' }));
      await page.getByRole('menuitem', { name: /Quality/ }).click();
      await expect(page.getByRole('menuitemradio')).toHaveCount(51);
    }
  }
  await expect(page.locator('.time')).toContainText('10:0');
  await page.evaluate(() => {
    const video = document.querySelector('video');
    if (video !== null) video.currentTime = 35_000;
  });
  await expect
    .poll(() => page.evaluate(() => document.querySelector('video')?.currentTime))
    .toBeGreaterThan(35_001);
  for (const videoId of ['emptylist00', 'nomedia0000', 'zerolength0']) {
    await open(page, embedOrigin, videoId);
    await expect(page.getByRole('alert')).toBeVisible();
  }
});

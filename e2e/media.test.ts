import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Host, openHost } from './support/host.ts';
import { startServerProcess } from './support/server-process.ts';
import { test } from './support/stage.ts';
import { test as alone, expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

async function choose240p({ player }: Host): Promise<void> {
  await player.getByRole('button', { name: 'Settings' }).click();
  await player.getByRole('menuitem', { name: /Quality/ }).click();
  await player.getByRole('menuitemradio', { name: '240p' }).click();
}

// `one video after another, …` plays all four.
for (const { id, what, levels, mark } of [
  { id: 'offstage001', what: 'HLS', levels: ['hd720', 'medium', 'small', 'auto'], mark: {} },
  { id: 'offstage002', what: 'MP4', levels: [], mark: thorough },
  { id: 'offstage003', what: 'DASH', levels: ['large', 'small', 'auto'], mark: {} },
  { id: 'offstage004', what: 'live HLS', levels: ['large', 'small', 'auto'], mark: thorough },
]) {
  const title = `plays ${what}, seeks, and reports its qualities`;
  const quality =
    what === 'HLS' ? ', and plays the one that the viewer chooses [feature-quality]' : '';
  test(`${title}${quality}`, mark, async ({ page, server }) => {
    const host = await openHost(page, server, `?v=${id}`);
    await host.click('Play');
    await host.untilState(1);
    await host.untilPlayed(2);
    // A film begins before the engine that knows its qualities.
    await expect.poll(() => host.info()).toMatchObject({ availableQualityLevels: levels });
    await host.click('Pause');
    await host.untilState(2);
    const before = Number((await host.info()).currentTime);
    await host.forgetMessages();
    await host.click('−10 s');
    await expect.poll(async () => Math.min(...(await host.reportedTimes()))).toBeLessThan(before);
    // The choice applies from the next segment; on a busy machine a playing video could be in its
    // last one by then.
    if (quality !== '') await choose240p(host);
    await host.click('Play');
    await host.untilState(1);
    await host.untilPlayed(2);
    if (quality !== '')
      await expect.poll(async () => (await host.info()).playbackQuality).toBe('small');
    expect(await host.values('onError')).toEqual([]);
  });
}

for (const { line, downlinkMbps, rendition, mark } of [
  { line: 'fast', downlinkMbps: 10, rendition: 'video-720p', mark: thorough },
  { line: 'slow', downlinkMbps: 0.15, rendition: 'video-240p', mark: {} },
]) {
  alone(
    `on a ${line} connection the first fetched segment is the first to play`,
    mark,
    async ({ page, server }) => {
      // A worker's `navigator` cannot be changed by a test.
      await page.addInitScript((downlink) => {
        Object.defineProperty(navigator, 'connection', { value: { downlink } });
      }, downlinkMbps);
      const fetched: string[] = [];
      page.on('request', (request) => {
        const [, name] = /\/(video-\w+)\.cmfv$/.exec(request.url()) ?? [];
        if (name) fetched.push(`${name} ${request.headers().range}`);
      });
      await page.goto(`${server.embedOrigin}/embed/offstage001?autoplay=1&mute=1&runtime=main`);
      await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'playing');
      const { end } = /bytes=0-(?<end>\d+)/.exec(fetched[0] ?? '')?.groups ?? {};
      // The initialization section, and the part of the file after it.
      expect(fetched.slice(0, 2)).toEqual([
        `${rendition} bytes=0-${end}`,
        expect.stringContaining(`${rendition} bytes=${Number(end) + 1}-`),
      ]);
    },
  );
}

test('the live stream is endless, starts near its edge and can be rewound [feature-live]', async ({
  page,
  server,
}) => {
  const host = await openHost(page, server, '?v=offstage004');
  await host.click('Play');
  await host.untilState(1);
  await host.untilPlayed(1);
  const { progressState } = (await host.info()) as {
    progressState: { seekableStart: number; seekableEnd: number; current: number };
  };
  expect(progressState.seekableEnd - progressState.seekableStart).toBeGreaterThan(40);
  expect(progressState.seekableEnd - progressState.current).toBeLessThan(20);
  await expect(host.player.getByRole('button', { name: 'Live' })).toBeVisible();
});

test('a video that is restricted by its rights shows this to the viewer and is error 150 to the host', async ({
  page,
  server,
}) => {
  const host = await openHost(page, server, '?v=offstage005');
  await expect(host.player.getByRole('alert')).toContainText(
    'The rights for this video do not allow it',
  );
  // A second handshake of the page, which is on its way, is answered with it too.
  await expect.poll(async () => [...new Set(await host.values('onError'))]).toEqual([150]);
  await page.getByRole('button', { name: /Lanterns/ }).click();
  await host.untilState(1);
});

alone(
  'any directory of videos can be served, even with names that need escaping',
  thorough,
  async ({ page }) => {
    const media = mkdtempSync(join(tmpdir(), 'offstage-media-'));
    copyFileSync('media/offstage002.mp4', join(media, 'My holiday #1 (50%) & more.mp4'));
    writeFileSync(
      join(media, 'My holiday #1 (50%) & more.json'),
      JSON.stringify({ title: '</script><b>Ferien' }),
    );
    writeFileSync(join(media, 'broken.mp4'), 'no video');
    const server = await startServerProcess(['--media', media]);
    try {
      const host = await openHost(page, server);
      await page.getByRole('button', { name: /Ferien/ }).click();
      await host.untilState(1);
      expect(await host.info()).toMatchObject({
        videoData: { title: '</script><b>Ferien' },
        duration: 32,
      });
      const id = String((await host.info()).videoUrl).split('v=')[1];
      expect(id).toMatch(/^[\w-]{11}$/);
      expect(server.output()).toContain('broken.mp4');
      await page.goto('about:blank');
      expect(await server.stop()).toBe(0);
      await server.restart();
      await page.goto(`${server.embedOrigin}/embed/${id}`);
      await expect(page).toHaveTitle('</script><b>Ferien - Offstage');
    } finally {
      await page.close();
      await server.dispose();
      rmSync(media, { recursive: true });
    }
  },
);

test('one video after another, whichever engine each needs', thorough, async ({ page, server }) => {
  const host = await openHost(page, server, '?v=offstage003');
  await host.click('Play');
  await host.untilState(1);
  await host.untilPlayed(1);
  for (const { title, id } of [
    { title: /Lanterns/, id: 'offstage002' },
    { title: /Around the Clock/, id: 'offstage004' },
    { title: /Paper Tide/, id: 'offstage003' },
    { title: /Four Lights/, id: 'offstage001' },
    { title: /Lanterns/, id: 'offstage002' },
  ]) {
    await host.forgetMessages();
    await page.getByRole('button', { name: title }).click();
    await expect
      .poll(() => host.info())
      .toMatchObject({ videoData: { video_id: id }, playerState: 1 });
    await host.untilPlayed(1);
    expect(await host.values('onError')).toEqual([]);
  }
});

test.describe('a stream that cannot be fetched', () => {
  test.use({ expectedNoise: /404 \(Not Found\)|net::ERR_FAILED/ });

  test('is replaced by the same video as a file, without an error', async ({ page, server }) => {
    await page.route(/\.m3u8/, (route) =>
      route.fulfill({ status: 404, headers: { 'access-control-allow-origin': '*' } }),
    );
    const host = await openHost(page, server, '?v=offstage001');
    await host.click('Play');
    await host.untilState(1);
    await host.untilPlayed(1);
    expect(await host.values('onError')).toEqual([]);
  });

  test('without another form shows a sentence to the viewer and is error 5 to the host; retrying plays it [feature-errors]', async ({
    page,
    server,
  }) => {
    await page.route(/\.(m3u8|mp4|cmf[va])/, (route) => route.abort());
    const host = await openHost(page, server, '?v=offstage001');
    await host.click('Play');
    await expect(host.player.getByRole('alert')).toBeVisible();
    await expect.poll(() => host.values('onError')).toEqual([5]);
    await page.unroute(/\.(m3u8|mp4|cmf[va])/);
    const readyCount = (await host.values('onReady')).length;
    await host.player.getByRole('button', { name: 'Try again' }).click();
    await host.untilState(1);
    await expect(host.player.getByRole('alert')).toBeHidden();
    // Without reloading the page.
    expect(await host.values('onReady')).toHaveLength(readyCount);
  });
});

import { forget, makePlayer, openPage, state, untilReported } from './support/sdk-page.ts';
import { test } from './support/stage.ts';
import { expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

test('a program in the style of YouTube’s documents drives the player', async ({
  page,
  server,
}) => {
  const close = await openPage(page, server, '<div id="player" class="film"></div>');
  await makePlayer(page, 'player', { videoId: 'offstage001' });
  const frame = page.locator('iframe#player.film');
  await expect(frame).toHaveAttribute('title', 'Four Lights');
  expect(await state(page)).toBe(5);
  expect(await page.evaluate(() => window.players[0]?.getDuration())).toBeGreaterThan(60);
  expect(await page.evaluate(() => window.YT.get('player') === window.players[0])).toBe(true);

  await page.evaluate(() => window.players[0]?.mute().playVideo());
  await untilReported(page, 'onStateChange -1', 'onStateChange 3', 'onStateChange 1');
  await expect
    .poll(() => page.evaluate(() => window.players[0]?.getCurrentTime()))
    .toBeGreaterThan(1);

  await page.evaluate(() => window.players[0]?.pauseVideo());
  await expect.poll(() => state(page)).toBe(2);
  await page.evaluate(() => window.players[0]?.seekTo(20, true));
  await expect.poll(() => page.evaluate(() => window.players[0]?.getCurrentTime())).toBe(20);
  await expect.poll(() => state(page)).toBe(2);

  await page.evaluate(() => window.players[0]?.unMute().setVolume(30).setPlaybackRate(2));
  await untilReported(page, 'onVolumeChange {"muted":false,"volume":30}', 'onPlaybackRateChange 2');
  const settings = await page.evaluate(() => {
    const [player] = window.players;
    return [player?.getVolume(), player?.isMuted(), player?.getPlaybackRate()];
  });
  expect(settings).toEqual([30, false, 2]);

  await page.evaluate(() =>
    window.players[0]?.mute().loadVideoById({ videoId: 'offstage002', startSeconds: 5 }),
  );
  await expect
    .poll(() => page.evaluate(() => window.players[0]?.getVideoData().video_id))
    .toBe('offstage002');
  await expect.poll(() => state(page)).toBe(1);
  expect(await page.evaluate(() => window.players[0]?.getCurrentTime())).toBeGreaterThanOrEqual(5);
  await expect(frame).toHaveAttribute('title', 'Lanterns');

  await page.evaluate(() => window.players[0]?.setSize(320, '50%'));
  await expect(frame).toHaveAttribute('width', '320');
  await expect(frame).toHaveAttribute('height', '50%');
  // By message, as a host without a script: the player fills its frame as before.
  const size = () => page.evaluate(() => window.players[0]?.getSize().width);
  await expect.poll(size).toBe(320);
  await frame.evaluate((element: HTMLIFrameElement) => {
    const command = { event: 'command', func: 'setSize', args: [9, 9], channel: 'widget' };
    element.contentWindow?.postMessage(JSON.stringify(command), '*');
  });
  await page.evaluate(() => window.players[0]?.cueVideoById('unknown0000'));
  await untilReported(page, 'onError 100');
  await expect(frame).toHaveAttribute('title', 'Video player');
  await expect(frame).toHaveAttribute('width', '320');
  expect(await size()).toBe(320);
  expect(await page.evaluate(() => window.players[0]?.getApiInterface())).toContain('setSize');
  await close();
});

test.describe('a page with TLS', () => {
  // Playwright does not route the requests of workers, and the player's name does not resolve.
  test.use({ expectedNoise: /ERR_NAME_NOT_RESOLVED/ });

  test('that names its player without TLS gets it with TLS', async ({ page, server }) => {
    await page.route('https://film.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<link rel="icon" href="data:,"><main data-offstage-quiet><div id="player"></div></main><script src="https://player.example:8443/iframe_api"></script>',
      }),
    );
    // The server under a name with TLS.
    await page.route('https://player.example:8443/**', async (route) => {
      const { pathname, search } = new URL(route.request().url());
      await route.fulfill({
        response: await route.fetch({ url: server.embedOrigin + pathname + search }),
      });
    });
    await page.goto('https://film.example/');
    await page.evaluate(() => {
      window.players = [];
      window.reported = [];
    });
    await makePlayer(page, 'player', {
      videoId: 'offstage002',
      host: 'HTTP://Player.Example:8443/',
    });
    await expect(page.locator('#player')).toHaveAttribute(
      'src',
      /^https:\/\/player\.example:8443\/embed\//,
    );
    await expect(page.locator('#player')).toHaveAttribute('title', 'Lanterns');
  });
});

test('the program steps through a playlist', async ({ page, server }) => {
  const close = await openPage(page, server, '<div id="player"></div>');
  await makePlayer(page, 'player', {
    playerVars: { listType: 'playlist', list: 'PLoffstageplaylist', mute: 1 },
  });
  const place = () =>
    page.evaluate(() => {
      const [player] = window.players;
      return `${player?.getPlaylistIndex()} ${player?.getVideoData().video_id}`;
    });
  expect(await page.evaluate(() => window.players[0]?.getPlaylist())).toEqual([
    'offstage001',
    'offstage002',
    'offstage003',
  ]);
  expect(await place()).toBe('0 offstage001');
  await page.evaluate(() => window.players[0]?.nextVideo());
  await expect.poll(place).toBe('1 offstage002');
  await page.evaluate(() => window.players[0]?.playVideoAt(2));
  await expect.poll(place).toBe('2 offstage003');
  await page.evaluate(() => window.players[0]?.previousVideo());
  await expect.poll(place).toBe('1 offstage002');
  await page.evaluate(() => window.players[0]?.loadPlaylist(['offstage003', 'offstage001'], 1));
  await expect.poll(place).toBe('1 offstage001');
  await close();
});

test.describe('a video that cannot be played', () => {
  for (const [what, videoId, error] of [
    ['unknown', 'unknown0000', 100],
    ['malformed', 'short', 2],
    ['not embeddable here', 'offstage005', 150],
  ] as const) {
    const mark = what === 'not embeddable here' ? {} : thorough;
    test(
      `${what}: the program receives the error ${error}, from the page and from a command`,
      mark,
      async ({ page, server }) => {
        const close = await openPage(page, server, '<div id="player"></div>');
        await makePlayer(page, 'player', { videoId });
        await untilReported(page, `onError ${error}`);
        await page.evaluate(() => window.players[0]?.cueVideoById('offstage002'));
        await expect.poll(() => state(page)).toBe(5);
        await forget(page);
        await page.evaluate((id) => window.players[0]?.loadVideoById(id), videoId);
        await untilReported(page, `onError ${error}`);
        await close();
      },
    );
  }
});

import { forget, makePlayer, openPage, state, untilReported } from './support/sdk-page.ts';
import { test } from './support/stage.ts';
import { expect } from './support/test.ts';

test('existing frames become players: one with the API enabled, and one without', async ({
  page,
  server,
}) => {
  const src = `${server.embedOrigin}/embed/offstage002?mute=1`;
  const close = await openPage(
    page,
    server,
    `<iframe id="a" title="Laternen" allow="autoplay" src="${src}&enablejsapi=1"></iframe>
    <iframe id="b" title="YouTube video player" allow="autoplay" src="${src}"></iframe>`,
  );
  for (const [index, id] of ['a', 'b'].entries()) {
    await forget(page);
    await makePlayer(page, id);
    await page.evaluate((at) => window.players[at]?.playVideo(), index);
    await expect.poll(() => state(page, index)).toBe(1);
  }
  await expect(page.locator('#a')).toHaveAttribute('src', `${src}&enablejsapi=1`);
  await expect(page.locator('#a')).toHaveAttribute('title', 'Laternen');
  await expect(page.locator('#b')).toHaveAttribute('title', 'Lanterns');
  await close();
});

test('two players of a page are independent', async ({ page, server }) => {
  const close = await openPage(page, server, '<div class="one"></div><div class="two"></div>');
  await makePlayer(page, '.one');
  await forget(page);
  await makePlayer(page, '.two', { videoId: 'offstage001' });
  await page.evaluate(() => window.players[1]?.setVolume(12).playVideo());
  await expect.poll(() => state(page, 1)).toBe(1);
  await expect.poll(() => page.evaluate(() => window.players[1]?.getVolume())).toBe(12);
  const first = await page.evaluate(() => {
    const [player] = window.players;
    return [player?.getPlayerState(), player?.getVolume(), player?.getVideoData().video_id];
  });
  expect(first).toEqual([5, 100, 'offstage002']);
  await close();
});

test('a player that is moved in the page becomes ready again and plays again', async ({
  page,
  server,
}) => {
  const close = await openPage(page, server, '<div id="player"></div><section></section>');
  await makePlayer(page, 'player');
  await forget(page);
  await page.evaluate(() => {
    const [player] = window.players;
    if (player) document.querySelector('section')?.append(player.getIframe());
    player?.playVideo();
  });
  await untilReported(page, 'onReady null', 'onStateChange 1');
  expect(
    await page.evaluate(() => window.reported.filter((each) => each.startsWith('onReady'))),
  ).toHaveLength(1);
  await close();
});

test('a player whose frame is reloaded in place becomes ready again and sends events again, every time', async ({
  page,
  server,
}) => {
  const close = await openPage(page, server, '<div id="player"></div>');
  await makePlayer(page, 'player');
  const reloads = {
    inside: () => page.frames()[1]?.evaluate(() => location.reload()),
    outside: () =>
      page
        .locator('iframe')
        .evaluate((frame: HTMLIFrameElement) => frame.setAttribute('src', frame.src)),
  };
  for (const how of ['inside', 'inside', 'outside', 'outside'] as const) {
    await forget(page);
    await reloads[how]();
    await untilReported(page, 'onReady null');
    await page.evaluate(() => window.players[0]?.playVideo());
    await untilReported(page, 'onStateChange 1');
    const readyCount = await page.evaluate(
      () => window.reported.filter((each) => each === 'onReady null').length,
    );
    expect(readyCount).toBe(1);
  }
  await close();
});

test('a late listener receives later events, and a removed one receives none', async ({
  page,
  server,
}) => {
  const close = await openPage(page, server, '<div id="player"></div>');
  await makePlayer(page, 'player');
  await page.evaluate(() => {
    const [player] = window.players;
    Object.assign(window, {
      receivedByName: ({ data }: { data: unknown }) => window.reported.push(`named ${data}`),
    });
    const removed = () => window.reported.push('removed');
    player?.addEventListener('onReady', () => window.reported.push('late ready'));
    player
      ?.addEventListener('onStateChange', 'receivedByName')
      .addEventListener('onStateChange', removed);
    player?.removeEventListener('onStateChange', removed).playVideo();
  });
  await untilReported(page, 'named 1');
  const reported = await page.evaluate(() => window.reported);
  expect(reported).not.toContain('removed');
  expect(reported).not.toContain('late ready');
  await close();
});

test('destroying works at any time, and restores the page’s element', async ({ page, server }) => {
  const close = await openPage(page, server, '<div id="player"><b>My film</b></div>');
  for (const reach of ['at once', 'loaded', 'ready', 'playing', 'moved'] as const) {
    await page.evaluate((when) => {
      return new Promise<void>((resolve) => {
        const player = new window.YT.Player('player', {
          videoId: 'offstage002',
          playerVars: { mute: 1 },
          events: {
            onReady: ({ target }) => {
              if (when === 'playing') target.playVideo();
              if (when === 'ready') finish();
              if (when === 'moved') {
                document.body.prepend(target.getIframe());
                finish();
              }
            },
            onStateChange: ({ data }) => data === 1 && finish(),
          },
        });
        function finish() {
          player.destroy();
          player.destroy();
          player.playVideo().seekTo(3, true);
          resolve();
        }
        if (when === 'at once') finish();
        if (when === 'loaded') player.getIframe().addEventListener('load', finish);
      });
    }, reach);
    await expect(page.locator('#player')).toHaveText('My film');
    await expect(page.locator('iframe')).toHaveCount(0);
  }
  await close();
});

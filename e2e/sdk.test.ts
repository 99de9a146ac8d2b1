import type { Page } from '@playwright/test';
import type { Player, PlayerOptions } from '../sdk/offstage.ts';
import { serveHostPage } from './support/host-page.ts';
import type { Server } from './support/server-process.ts';
import { test } from './support/stage.ts';
import { expect } from './support/test.ts';

declare global {
  interface Window {
    YT: { Player: typeof Player; get: (id: string) => Player | undefined; loaded: number };
    players: Player[];
    /** Events received by the listeners of `makePlayer`: `onStateChange 1`. */
    told: string[];
    /** Waits for reported playback, not for a getter's present value. */
    calls: string[];
  }
}

/** A publisher's page on another site that loads the script as YouTube's documents describe. */
async function openPage(page: Page, server: Server, html: string): Promise<() => Promise<void>> {
  const host = await serveHostPage(
    `${html}<script src="${server.embedOrigin}/iframe_api"></script>`,
  );
  await page.goto(host.url);
  await page.evaluate(() => {
    window.players = [];
    window.told = [];
  });
  return host.close;
}

/** Creates a player in the page, records all its events, and waits until it is ready. */
async function makePlayer(
  page: Page,
  target: string,
  options: Pick<PlayerOptions, 'videoId' | 'playerVars' | 'host'> = { videoId: 'offstage002' },
): Promise<void> {
  await page.evaluate(
    ({ target, options }) => {
      const tell = (name: string) => (event: { data: unknown }) =>
        window.told.push(`${name} ${JSON.stringify(event.data)}`);
      const names = [
        'onReady',
        'onStateChange',
        'onError',
        'onVolumeChange',
        'onPlaybackRateChange',
        'onSeek',
      ];
      const events = Object.fromEntries(names.map((name) => [name, tell(name)]));
      const element = document.querySelector<HTMLElement>(target);
      window.players.push(
        new window.YT.Player(element ?? target, { playerVars: { mute: 1 }, ...options, events }),
      );
    },
    { target, options },
  );
  await untilTold(page, 'onReady null');
}

async function untilTold(page: Page, ...what: string[]): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.told)).toEqual(expect.arrayContaining(what));
}

const forget = (page: Page) =>
  page.evaluate(() => {
    window.told = [];
  });

const state = (page: Page, index = 0) =>
  page.evaluate((at) => window.players[at]?.getPlayerState(), index);

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
  await untilTold(page, 'onStateChange -1', 'onStateChange 3', 'onStateChange 1');
  await expect
    .poll(() => page.evaluate(() => window.players[0]?.getCurrentTime()))
    .toBeGreaterThan(1);

  await page.evaluate(() => window.players[0]?.pauseVideo());
  await expect.poll(() => state(page)).toBe(2);
  await page.evaluate(() => window.players[0]?.seekTo(20, true));
  await expect.poll(() => page.evaluate(() => window.players[0]?.getCurrentTime())).toBe(20);
  await expect.poll(() => state(page)).toBe(2);

  await page.evaluate(() => window.players[0]?.unMute().setVolume(30).setPlaybackRate(2));
  await untilTold(page, 'onVolumeChange {"muted":false,"volume":30}', 'onPlaybackRateChange 2');
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
  await untilTold(page, 'onError 100');
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
        body: '<link rel="icon" href="data:,"><div id="player"></div><script src="https://player.example:8443/iframe_api"></script>',
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
      window.told = [];
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
    test(`${what}: the program receives the error ${error}, from the page and from a command`, async ({
      page,
      server,
    }) => {
      const close = await openPage(page, server, '<div id="player"></div>');
      await makePlayer(page, 'player', { videoId });
      await untilTold(page, `onError ${error}`);
      await page.evaluate(() => window.players[0]?.cueVideoById('offstage002'));
      await expect.poll(() => state(page)).toBe(5);
      await forget(page);
      await page.evaluate((id) => window.players[0]?.loadVideoById(id), videoId);
      await untilTold(page, `onError ${error}`);
      await close();
    });
  }
});

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
  await untilTold(page, 'onReady null', 'onStateChange 1');
  expect(
    await page.evaluate(() => window.told.filter((each) => each.startsWith('onReady'))),
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
    await untilTold(page, 'onReady null');
    await page.evaluate(() => window.players[0]?.playVideo());
    await untilTold(page, 'onStateChange 1');
    const readyCount = await page.evaluate(
      () => window.told.filter((each) => each === 'onReady null').length,
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
      heardByName: ({ data }: { data: unknown }) => window.told.push(`named ${data}`),
    });
    const removed = () => window.told.push('removed');
    player?.addEventListener('onReady', () => window.told.push('late ready'));
    player
      ?.addEventListener('onStateChange', 'heardByName')
      .addEventListener('onStateChange', removed);
    player?.removeEventListener('onStateChange', removed).playVideo();
  });
  await untilTold(page, 'named 1');
  const told = await page.evaluate(() => window.told);
  expect(told).not.toContain('removed');
  expect(told).not.toContain('late ready');
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

for (const [how, html] of [
  [
    'before the script tag',
    (src: string) => `<script>${ready}</script><script src="${src}"></script>`,
  ],
  [
    'after the script tag',
    (src: string) => `<script src="${src}"></script><script>${ready}</script>`,
  ],
  ['before a script that the page adds', (src: string) => `<script>${ready};${add(src)}</script>`],
  [
    'in a page that has the script twice',
    (src: string) =>
      `<script src="${src}"></script><script src="${src}"></script><script>${ready}</script>`,
  ],
] as const) {
  test(`onYouTubeIframeAPIReady is called once when it is defined ${how}`, async ({
    page,
    server,
  }) => {
    const host = await serveHostPage(html(`${server.embedOrigin}/iframe_api`));
    await page.goto(host.url);
    await expect.poll(() => page.evaluate(() => window.calls)).toEqual(['api 1']);
    await page.waitForLoadState();
    expect(await page.evaluate(() => window.calls)).toEqual(['api 1']);
    await host.close();
  });
}
const ready =
  'var calls = []; function onYouTubeIframeAPIReady() { calls.push("api " + YT.loaded) }';
const add = (src: string) =>
  `document.head.appendChild(document.createElement("script")).src = "${src}"`;

test('the script and the modules can be required with their integrity, in a page with an embedder policy', async ({
  page,
  server,
}) => {
  const manifest = await (await fetch(`${server.embedOrigin}/sdk/manifest.json`)).json();
  const { url, integrity } = manifest.files['iframe-api'];
  const module = manifest.files['offstage-player'];
  const host = await serveHostPage(
    `<div id="player"></div><offstage-player videoid="offstage002"></offstage-player>
     <script src="${server.embedOrigin}${url}" integrity="${integrity}" crossorigin></script>
     <script type="module" src="${server.embedOrigin}${module.url}" integrity="${module.integrity}" crossorigin></script>`,
    { 'cross-origin-embedder-policy': 'require-corp' },
  );
  await page.goto(host.url);
  const poster = page.locator('offstage-player').locator('img');
  await expect
    .poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await page.evaluate(() => {
    window.players = [];
    window.told = [];
  });
  await makePlayer(page, 'player');
  expect(await state(page)).toBe(5);
  await host.close();
});

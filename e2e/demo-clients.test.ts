import { serveHostPage } from './support/host-page.ts';
import { reachFor } from './support/reach-for.ts';
import { test } from './support/stage.ts';
import { expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

declare global {
  interface Window {
    /** DOM changes of a cell whose value stays the same. */
    changes: number;
  }
}

/** The text that each client shows for a video that may not be played here. */
const clients = {
  'YT.Player': 'onError 150',
  '<offstage-player>': 'error 150',
  'Raw messages': 'onError 150',
  'player.js': /^auth \(150\)/,
};

for (const [client, failure] of Object.entries(clients)) {
  const mark = client === 'YT.Player' ? {} : thorough;
  test(`${client} controls the player completely`, mark, async ({ page, server }) => {
    await page.goto(`${server.demoOrigin}/clients.html`);
    await page.getByRole('radio', { name: client, exact: true }).check();
    const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const reported = (name: string) => page.locator(`[data-readout=${name}]`);
    const seconds = async () => Number.parseFloat((await reported('time').textContent()) ?? '');
    // The page has only this client's player; the element's frame is in its shadow root.
    const frame = page.locator('.frame iframe');
    const title = page.frameLocator('.frame iframe').locator('.title');

    await click('Play');
    await expect(reported('state')).toHaveText('playing');
    await expect(frame).toHaveCount(1);
    await expect.poll(seconds).toBeGreaterThan(1);

    await click('Pause');
    await expect(reported('state')).toHaveText('paused');
    await page.getByLabel('Seek to').fill('40');
    await click('Seek');
    await expect(reported('time')).toHaveText('40.0 s of 64.0 s');

    await page.getByLabel('Volume').fill('30');
    await expect(reported('volume')).toHaveText('30');
    if (client === 'player.js') {
      await expect(page.getByLabel('Rate')).toBeDisabled();
    } else {
      await page.getByLabel('Rate').selectOption('1.5');
      await expect(reported('rate')).toHaveText('1.5×');
    }

    await click('Load');
    await expect(reported('time')).toHaveText(/ of 32\.\d s$/);
    await expect(reported('state')).toHaveText('playing');
    await expect(title).toHaveText('Lanterns');

    await click('Load playlist');
    await expect(title).toHaveText('Four Lights');
    await click('Next');
    await expect(title).toHaveText('Lanterns');
    await click('Previous');
    await expect(title).toHaveText('Four Lights');
    await expect(reported('state')).toHaveText('playing');

    await click('Load a broken video');
    await expect(reported('error')).toHaveText(failure);

    await click('Destroy');
    await expect(page.locator('.frame > *')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Mount' })).toBeFocused();
    await click('Mount');
    await click('Play');
    await expect(reported('state')).toHaveText('playing');
    await expect(reported('error')).toHaveText('–');
  });
}

test(
  'with player.js, a single video that is loaded has no previous video',
  thorough,
  async ({ page, server }) => {
    await page.goto(`${server.demoOrigin}/clients.html`);
    await page.getByRole('radio', { name: 'player.js', exact: true }).check();
    const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const addresses = page.locator('.happened li', { hasText: '→ src' });
    await click('Load playlist');
    await click('Next');
    await click('Load');
    await expect(addresses).toHaveCount(3);
    await click('Previous');
    await click('Next');
    await expect(addresses).toHaveCount(3);
  },
);

test('the values of a player that has loaded move no button', async ({ page, server }) => {
  const loaded = Promise.withResolvers<void>();
  await page.route('**/embed/**', async (route) => {
    await loaded.promise;
    await route.continue();
  });
  // The page counts as loaded only with its frames.
  await page.goto(`${server.demoOrigin}/clients.html`, { waitUntil: 'domcontentloaded' });
  await page.getByRole('radio', { name: 'Raw messages', exact: true }).check();
  const play = page.getByRole('button', { name: 'Play', exact: true });
  await expect(play).toBeEnabled();
  const before = await play.boundingBox();
  loaded.resolve();
  await expect(page.locator('[data-readout=time]')).toHaveText(/ of 64\.0 s$/);
  await expect(page.locator('[data-readout=video]')).toHaveText('Four Lights');
  expect(await play.boundingBox()).toEqual(before);
});

test('each client hands the player over to the next', async ({ page, server }) => {
  await page.goto(`${server.demoOrigin}/clients.html`);
  for (const client of [...Object.keys(clients), 'YT.Player']) {
    await page.getByRole('radio', { name: client, exact: true }).check();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    // If it does not play, the messages tell why.
    const stateOrTalk = async () => {
      const state = await page.locator('[data-readout=state]').textContent();
      return state === 'playing'
        ? state
        : [client, state, await page.locator('.happened').innerText()];
    };
    await expect.poll(stateOrTalk).toBe('playing');
    await expect(page.locator('.frame > *')).toHaveCount(1);
  }
});

for (const client of Object.keys(clients)) {
  const mark = client === 'YT.Player' ? {} : thorough;
  test(
    `the lines for ${client} that a developer copies make a page that plays`,
    mark,
    async ({ page, server }) => {
      await page.goto(`${server.demoOrigin}/clients.html`);
      await page.getByRole('radio', { name: client, exact: true }).check();
      const copied = await page.locator('.snippet').textContent();
      const host = await serveHostPage(copied ?? '');
      const shown: string[] = [];
      page.on('console', (message) => shown.push(message.text()));
      await page.goto(host.url);
      const player = page.frameLocator('iframe');
      const isPlaying = () =>
        player
          .locator('video')
          .evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0);
      if (client !== '<offstage-player>') await reachFor(player);
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await expect.poll(isPlaying).toBe(true);
      await expect
        .poll(() => shown)
        .toContain(client === 'player.js' ? 'play undefined' : 'state 1');
      await host.close();
    },
  );
}

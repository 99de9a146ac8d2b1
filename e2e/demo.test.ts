import type { Page } from '@playwright/test';
import { openHost } from './support/host.ts';
import { serveHostPage } from './support/host-page.ts';
import { reachFor } from './support/reach-for.ts';
import { test } from './support/stage.ts';
import { expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

/** Messages from the demo page, by name, in order; `listening` repeats until answered. */
async function sentFunctions(page: Page): Promise<string[]> {
  const labels = await page.locator('.messages .sent b').allTextContents();
  return labels.map((label) => label.replace('→ ', '')).filter((name) => name !== 'listening');
}

test('every function has a button that sends it, with arguments that the player accepts', async ({
  page,
  server,
}) => {
  const host = await openHost(page, server);
  await host.click('Clear');
  const buttons = page.locator('.functions:visible button');
  const names: string[] = [];
  for (const group of await page
    .getByRole('group', { name: 'Group of functions' })
    .getByRole('radio')
    .all()) {
    await group.check();
    const inGroup = await buttons.allTextContents();
    names.push(...inGroup);
    // The last three need more than their name in the messages.
    if (!inGroup.includes('destroy')) for (const name of inGroup) await host.click(name);
  }
  expect(names).toContain('loadVideoById');
  expect(names.slice(-3)).toEqual(['diagnose', 'setPerformanceBudget', 'destroy']);
  await host.click('diagnose');
  await expect
    .poll(() => host.values('onDiagnose'))
    .toEqual([expect.objectContaining({ host: { origin: server.demoOrigin, refusals: {} } })]);
  await host.click('setPerformanceBudget');
  await host.click('destroy');
  expect((await sentFunctions(page)).toReversed()).toEqual(names);

  // The player has dropped its host, and accepts the page again.
  await host.forgetMessages();
  await host.click('Repeat handshake');
  await expect.poll(() => host.values('onReady')).not.toHaveLength(0);
  await host.click('Play');
  await host.untilState(1);
});

test('a function is called with the values of its fields', async ({ page, server }) => {
  const host = await openHost(page, server);
  const form = page.getByRole('group', { name: 'seekTo' });
  await form.getByLabel('second').fill('21');
  await form.getByLabel('second').press('Enter');
  await expect(page.locator('.messages li', { hasText: '→ seekTo' })).toContainText(
    '"args":[21,true]',
  );
  await host.untilState(1);

  await page.getByRole('radio', { name: 'Modules' }).check();
  const option = page.getByRole('group', { name: 'setOption' });
  await option.getByLabel('value').fill('{"languageCode":');
  await host.click('setOption');
  await expect(page.getByRole('alert')).toHaveText(/^Invalid JSON/);
  expect(await sentFunctions(page)).not.toContain('setOption');
  await option.getByLabel('value').fill('{"languageCode":"ar"}');
  await host.click('setOption');
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(host.player.locator('.captions')).toHaveAttribute('lang', 'ar');
});

test('any function can be called with JSON, and invalid JSON is explained', async ({
  page,
  server,
}) => {
  const host = await openHost(page, server);
  await page.getByLabel('Any function').fill('setVolume');
  const args = page.getByLabel('Arguments (JSON)');
  for (const [text, message] of [
    ['[40', /^Invalid JSON/],
    ['40', 'Arguments must be a list: [40]'],
  ] as const) {
    await args.fill(text);
    await host.click('Send');
    await expect(page.getByRole('alert')).toHaveText(message);
    await expect(args).toHaveAttribute('aria-invalid', 'true');
    await expect(args).toBeFocused();
  }
  expect(await sentFunctions(page)).not.toContain('setVolume');
  await args.fill('[40]');
  await args.press('Enter');
  await expect(page.getByRole('alert')).toBeHidden();
  await expect.poll(() => host.info()).toMatchObject({ volume: 40 });
});

test('an event is reported from its subscription to its removal', async ({ page, server }) => {
  const host = await openHost(page, server);
  const seeks = page.locator('.messages li', { hasText: '← onSeek' });
  // Moving to a cued video's start is not a seek.
  await host.click('Play');
  await host.untilState(1);
  await host.click('Pause');
  await host.untilState(2);
  await page.getByText('Subscribed events').click();
  await expect(page.getByRole('checkbox', { name: 'onStateChange' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'onSeek' })).not.toBeChecked();

  await page.getByRole('checkbox', { name: 'onSeek' }).check();
  await host.click('Seek');
  await expect(seeks).toHaveCount(1);
  await expect(seeks).toContainText('"to":30');

  await page.getByRole('checkbox', { name: 'onSeek' }).uncheck();
  await host.click('+10 s');
  await expect.poll(() => host.values('onSeek')).toHaveLength(2);
  await expect(seeks).toHaveCount(1);
});

test('the values panel has every getter, and follows the player', async ({ page, server }) => {
  const host = await openHost(page, server);
  const value = (getter: string) =>
    page
      .locator('.reported-values div', { has: page.getByText(getter, { exact: true }) })
      .locator('dd');
  await expect(page.locator('.reported-values')).toBeHidden();
  await page.getByText('All reported values').click();
  await expect(value('getPlayerState')).toHaveText('5');
  await expect(value('getVideoData')).toContainText('"title":"Four Lights"');

  const { apiInterface } = await host.info();
  const getters = (apiInterface as string[]).filter((name) => /^(?:get|is)[A-Z]/.test(name));
  expect(await page.locator('.reported-values dt').allTextContents()).toEqual(getters);

  await page.evaluate(() => {
    const quiet = document.querySelector('.reported-values div:has(dd) dd');
    window.changes = 0;
    const count = (records: MutationRecord[]) => {
      window.changes += records.length;
    };
    if (quiet !== null) new MutationObserver(count).observe(quiet, { childList: true });
  });
  await host.click('Play');
  await expect(value('getPlayerState')).toHaveText('1');
  await expect
    .poll(async () => Number(await value('getCurrentTime').textContent()))
    .toBeGreaterThan(1);
  // Unchanged values are not written again.
  expect(await page.evaluate(() => window.changes)).toBe(0);
});

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
  const mark = ['YT.Player', 'player.js'].includes(client) ? {} : thorough;
  test(`${client} controls the player completely`, mark, async ({ page, server }) => {
    await page.goto(`${server.demoOrigin}/clients.html`);
    await page.getByRole('radio', { name: client, exact: true }).check();
    const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const told = (name: string) => page.locator(`[data-readout=${name}]`);
    const seconds = async () => Number.parseFloat((await told('time').textContent()) ?? '');
    // The page has only this client's player; the element's frame is in its shadow root.
    const frame = page.locator('.frame iframe');
    const title = page.frameLocator('.frame iframe').locator('.title');

    await click('Play');
    await expect(told('state')).toHaveText('playing');
    await expect(frame).toHaveCount(1);
    await expect.poll(seconds).toBeGreaterThan(1);

    await click('Pause');
    await expect(told('state')).toHaveText('paused');
    await page.getByLabel('Seek to').fill('40');
    await click('Seek');
    await expect(told('time')).toHaveText('40.0 s of 64.0 s');

    await page.getByLabel('Volume').fill('30');
    await expect(told('volume')).toHaveText('30');
    if (client === 'player.js') {
      await expect(page.getByLabel('Rate')).toBeDisabled();
    } else {
      await page.getByLabel('Rate').selectOption('1.5');
      await expect(told('rate')).toHaveText('1.5×');
    }

    await click('Load');
    await expect(told('time')).toHaveText(/ of 32\.\d s$/);
    await expect(told('state')).toHaveText('playing');
    await expect(title).toHaveText('Lanterns');

    await click('Load playlist');
    await expect(title).toHaveText('Four Lights');
    await click('Next');
    await expect(title).toHaveText('Lanterns');
    await click('Previous');
    await expect(title).toHaveText('Four Lights');
    await expect(told('state')).toHaveText('playing');

    await click('Load a broken video');
    await expect(told('error')).toHaveText(failure);

    await click('Destroy');
    await expect(page.locator('.frame > *')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Mount' })).toBeFocused();
    await click('Mount');
    await click('Play');
    await expect(told('state')).toHaveText('playing');
    await expect(told('error')).toHaveText('–');
  });
}

test('with player.js, a single video that is loaded has no previous video', async ({
  page,
  server,
}) => {
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
});

test('each client hands the player over to the next', async ({ page, server }) => {
  await page.goto(`${server.demoOrigin}/clients.html`);
  for (const client of [...Object.keys(clients), ...Object.keys(clients).toReversed()]) {
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
  const mark = ['YT.Player', '<offstage-player>'].includes(client) ? {} : thorough;
  test(
    `the lines for ${client} that a developer copies make a page that plays`,
    mark,
    async ({ page, server }) => {
      await page.goto(`${server.demoOrigin}/clients.html`);
      await page.getByRole('radio', { name: client, exact: true }).check();
      const copied = await page.locator('.snippet').textContent();
      const host = await serveHostPage(copied ?? '');
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
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
        .poll(() => said)
        .toContain(client === 'player.js' ? 'play undefined' : 'state 1');
      await host.close();
    },
  );
}

test('the two pages link to each other', async ({ page, server }) => {
  await page.goto(server.demoOrigin);
  await page.getByRole('link', { name: 'Client libraries' }).click();
  await expect(page).toHaveURL(/clients\.html$/);
  await page.getByRole('link', { name: 'API console' }).click();
  await expect(page).toHaveURL(/index\.html$/);
});

test('every control has a name, and ids are unique', async ({ page, server }) => {
  for (const path of ['/', '/clients.html']) {
    await page.goto(server.demoOrigin + path);
    await page.locator('.frame iframe').waitFor();
    const closed = page.locator('details:not([open]) > summary');
    while ((await closed.count()) > 0) await closed.first().click();
    const faults = await page.evaluate(() => {
      const fields = [
        ...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select'),
      ];
      const buttons = [...document.querySelectorAll('button, a, summary')];
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
      return [
        ...fields
          .filter(({ labels }) => !labels?.[0]?.textContent?.trim())
          .map((field) => field.outerHTML),
        ...buttons
          .filter(({ textContent }) => !textContent?.trim())
          .map((button) => button.outerHTML),
        ...ids.filter((id, index) => ids.indexOf(id) !== index),
      ];
    });
    expect(faults).toEqual([]);
  }
});

import type { Page } from '@playwright/test';
import { openHost } from './support/host.ts';
import { test } from './support/stage.ts';
import { expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

/**
 * Messages from the demo page, by name, in order. `listening` repeats until answered, and each
 * answer is followed by subscriptions.
 */
async function sentFunctions(page: Page): Promise<string[]> {
  const labels = await page.locator('.messages .sent b').allTextContents();
  return labels
    .map((label) => label.replace('→ ', ''))
    .filter((name) => name !== 'listening' && name !== 'addEventListener');
}

test(
  'every function has a button that sends it, with arguments that the player accepts',
  thorough,
  async ({ page, server }) => {
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
  },
);

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

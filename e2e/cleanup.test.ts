import type { Page } from '@playwright/test';
import { openHeaderProxy } from './support/header-proxy.ts';
import type { Server } from './support/server-process.ts';
import { test as base, expect } from './support/test.ts';

const userHeader = 'X-Forwarded-User';

const test = base.extend<{ server: Server }>({ serverArgs: ['--logged-in-header', userHeader] });

const names = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).flatMap(({ name }) => name ?? []).sort());

/** The viewer goes on to the next video. @returns what the page told the API beside the video */
async function goOn(page: Page) {
  const [call] = await Promise.all([
    page.context().waitForEvent('request', (one) => one.url().includes('/v1/player')),
    page.keyboard.press('Shift+N'),
  ]);
  expect((await call.response())?.status()).toBe(200);
  return call;
}

test('what an account kept is no other’s, and goes when it is no longer signed in, wherever the services run [spec-7.11]', async ({
  page,
  context,
  server,
}) => {
  // Both wait out the product's own fifteen seconds, so they do it together: on two origins, which share nothing.
  await Promise.all([
    expectForgotten(page, server, 'main'),
    expectForgotten(await context.newPage(), server, 'worker'),
  ]);
});

async function expectForgotten(page: Page, server: Server, runtime: 'worker' | 'main'): Promise<void> {
  const proxy = await openHeaderProxy(server.embedOrigin);
  const asked: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().startsWith(`${proxy.origin}/getDatasyncIds`)) asked.push(request.url());
  });
  const list = 'playlist=offstage002,offstage003,offstage001';
  const openAs = async (user: string): Promise<string> => {
    proxy.told[userHeader] = user;
    await page.goto(`${proxy.origin}/embed/offstage001?runtime=${runtime}&${list}`);
    const { api } = JSON.parse((await page.locator('#page-config').textContent()) ?? '');
    expect(api).toEqual({ isLoggedIn: true, dataSyncId: expect.stringMatching(/^[0-9a-f]{32}$/) });
    return `offstage-data:${api.dataSyncId}`;
  };

  const annsDatabase = await openAs('ann@example.com');
  await goOn(page);
  await expect.poll(() => names(page)).toContain(annsDatabase);

  const bobsDatabase = await openAs('bob@example.com');
  expect(bobsDatabase).not.toBe(annsDatabase);
  // Of what Ann's calls brought nothing goes back with his.
  expect((await goOn(page)).postDataJSON().context.request).toEqual({});
  // Bob is signed in, and Ann no longer.
  await expect.poll(() => names(page)).toEqual(['offstage-data', bobsDatabase, 'offstage-logs']);
  expect(asked).toHaveLength(1);
  // What the page still asks for at its end finds the proxy.
  await page.goto('about:blank');
  await proxy.close();
}

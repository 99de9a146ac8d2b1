import type { Page, Request } from '@playwright/test';
import { bodyOf } from './support/body-of.ts';
import { openHeaderProxy } from './support/header-proxy.ts';
import type { Server } from './support/server-process.ts';
import { test as base, expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

const userHeader = 'X-Forwarded-User';

const test = base.extend<{ server: Server }>({ serverArgs: ['--logged-in-header', userHeader] });

const names = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).flatMap(({ name }) => name ?? []).sort());

/**
 * Ann's page and Bob's differ in language. Each call carries its page's language, so the test knows
 * which page made it.
 */
const languages = { ann: 'en', bob: 'de' } as const;
type User = keyof typeof languages;

for (const runtime of ['worker', 'main'] as const)
  test(
    `an account’s stored data is separate from other accounts’ and is deleted once it is signed out (runtime=${runtime}) [spec-7.11]`,
    runtime === 'main' ? thorough : {},
    ({ page, server }) => expectForgotten(page, server, runtime),
  );

async function expectForgotten(
  page: Page,
  server: Server,
  runtime: 'worker' | 'main',
): Promise<void> {
  const proxy = await openHeaderProxy(server.embedOrigin);
  const asked: string[] = [];
  const calls: Request[] = [];
  page.context().on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== proxy.origin) return;
    if (pathname.startsWith('/getDatasyncIds')) asked.push(pathname);
    if (/^\/youtubei\/v1\/(player|subscription\/)/.test(pathname)) calls.push(request);
  });
  /** The reply values that each call from this user's page returned, in order. */
  const sentBack = (user: User) =>
    calls
      .map((call) => bodyOf(call).context)
      .filter(({ client }) => client.hl === languages[user])
      .map(({ request }) => request);
  const list = 'playlist=offstage002,offstage003,offstage001';
  const openAs = async (user: User): Promise<string> => {
    proxy.reported[userHeader] = `${user}@example.com`;
    await page.goto(
      `${proxy.origin}/embed/offstage001?runtime=${runtime}&hl=${languages[user]}&${list}`,
    );
    const { api } = JSON.parse((await page.locator('#page-config').textContent()) ?? '');
    expect(api).toEqual({ isLoggedIn: true, dataSyncId: expect.stringMatching(/^[0-9a-f]{32}$/) });
    return `offstage-data:${api.dataSyncId}`;
  };
  const subscribe = () =>
    page.evaluate(() =>
      window.offstage.api('subscribe', { channelIds: ['UCone'], siloName: 'player' }),
    );

  // One page of the origin cleans up, once a day. Ann's page holds the lock, so Bob's page does it.
  await page.addInitScript((language) => {
    if (new URLSearchParams(location.search).get('hl') === language)
      navigator.locks.request('offstage:cleanup', () => new Promise(() => {}));
  }, languages.ann);
  const annsDatabase = await openAs('ann');
  // The page returns the first reply's values with her second call.
  expect(await subscribe()).toMatchObject({ ok: true });
  expect(await subscribe()).toMatchObject({ ok: true });
  await expect
    .poll(() => sentBack('ann'))
    .toContainEqual({
      consistencyTokenJars: [expect.anything()],
      locationPlayabilityToken: expect.any(String),
      globalConfigHashes: expect.anything(),
    });
  expect(await names(page)).toContain(annsDatabase);

  const bobsDatabase = await openAs('bob');
  expect(bobsDatabase).not.toBe(annsDatabase);
  // Until its first paint a page has no script that hears keys, and a page of a busy machine paints
  // late.
  await page.evaluate(() => window.offstage.ready);
  await page.keyboard.press('Shift+N');
  // His first call returns none of her values. His later calls return those of his own replies.
  await expect.poll(() => sentBack('bob')[0]).toEqual({});
  // Bob is signed in, and Ann is not.
  await expect.poll(() => names(page)).toEqual(['offstage-data', bobsDatabase, 'offstage-logs']);
  expect(asked).toHaveLength(1);
  // The page sends requests at its end, so the proxy must answer until then.
  await page.goto('about:blank');
  // Only a viewer's change creates such a token, and Bob has changed nothing.
  for (const request of sentBack('bob')) expect(request).not.toHaveProperty('consistencyTokenJars');
  await proxy.close();
}

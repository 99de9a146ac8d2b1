import type { Page } from '@playwright/test';
import type { Server } from './support/server-process.ts';
import { expect, test } from './support/test.ts';

const names = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).flatMap(({ name }) => name ?? []).sort());

const subscribe = (page: Page) =>
  page.evaluate(() => window.offstage.api('subscribe', { channelIds: ['UCone'] }));

interface Visit {
  page: Page;
  origin: string;
  runtime: 'worker' | 'main';
}

/** The page of a visitor whom the operator's own server knows: it writes so into the page config. */
async function openAs({ page, origin, runtime }: Visit, api: object): Promise<void> {
  const url = `${origin}/embed/offstage001?runtime=${runtime}`;
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const config = /(id="page-config">)\{/;
    const text = await response.text();
    await route.fulfill({ response, body: text.replace(config, `$1{"api":${JSON.stringify(api)},`) });
  });
  await page.goto(url);
  await page.evaluate(() => window.offstage.ready);
  await page.unroute(url);
}

async function datasyncIdOf(server: Server, viewer: string): Promise<string> {
  const response = await fetch(`${server.embedOrigin}/getDatasyncIdsEndpoint`, {
    headers: { 'X-Visitor-Id': viewer, 'X-Bootstrap-Logged-In': 'true' },
  });
  const { datasyncIds } = (await response.json()) as { datasyncIds: string[] };
  return datasyncIds[0] ?? '';
}

test('what an account kept is no other’s, and goes when it is no longer signed in, wherever the services run [spec-7.11]', async ({
  page,
  context,
  server,
}) => {
  const ids = { ann: await datasyncIdOf(server, 'ann'), bob: await datasyncIdOf(server, 'bob') };
  // Both wait out the product's own fifteen seconds, so they do it together: on two origins, which share nothing.
  await Promise.all([
    expectForgotten({ page, origin: server.embedOrigin, runtime: 'main' }, ids),
    expectForgotten(
      {
        page: await context.newPage(),
        origin: server.embedOrigin.replace('localhost', '127.0.0.1'),
        runtime: 'worker',
      },
      ids,
    ),
  ]);
  await expect
    .poll(async () => {
      await page.evaluate(() => window.offstage.flush());
      return (await fetch(`${server.embedOrigin}/telemetry/log`)).text();
    })
    .toContain('"storage_cleaned"');
});

async function expectForgotten(visit: Visit, ids: Record<'ann' | 'bob', string>): Promise<void> {
  const { page } = visit;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('getDatasyncIds')) asked.push(request.headers()['x-visitor-id'] ?? '');
  });
  // One document in five tells of its storage; in the page its die can be loaded.
  await page.addInitScript(() => {
    // Not one number for ever: calls to the services are told apart by random ones.
    const { random } = Math;
    Math.random = () => random() / 10;
  });
  await openAs(visit, { isLoggedIn: true, visitorId: 'ann', dataSyncId: ids.ann });
  expect(await subscribe(page)).toMatchObject({ ok: true });
  await expect.poll(() => names(page)).toEqual([`offstage-data:${ids.ann}`, 'offstage-logs']);

  await openAs(visit, { isLoggedIn: true, visitorId: 'bob', dataSyncId: ids.bob });
  const [call] = await Promise.all([page.waitForRequest(/subscription\/subscribe/), subscribe(page)]);
  expect(call.postDataJSON().context.request).toEqual({});
  // Bob is signed in, and Ann no longer.
  await expect
    .poll(() => names(page))
    .toEqual(['offstage-data', `offstage-data:${ids.bob}`, 'offstage-logs']);
  expect(asked).toEqual(['bob']);
}

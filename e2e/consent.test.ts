import type { Page } from '@playwright/test';
import { serveHostPage } from './support/host-page.ts';
import { storedEvents } from './support/intake.ts';
import { openRawHost, type RawHostFixtures } from './support/raw-host.ts';
import { loggedEvents } from './support/sequences.ts';
import type { Server } from './support/server-process.ts';
import { test as base, expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

const test = base.extend<RawHostFixtures>({ openRawHost });

// The server waits for its viewers' consent, and serves private embeds under another name.
test.use({ serverArgs: ['--consent', 'required', '--private-host', '127.0.0.1'] });

/** Fields of any request that identify a viewer to the server. */
const telling =
  /^\/(youtubei\/v1\/(log_event|video_stats)|log|visitor_id|error_204|generate_204|getDatasyncIdsEndpoint|subscription)/;

/** Requests of the pages and their workers from now on. */
function requestsOf(page: Page): { path: string; headers: Record<string, string> }[] {
  const requests: { path: string; headers: Record<string, string> }[] = [];
  page.context().on('request', (request) => {
    const { pathname } = new URL(request.url());
    requests.push({ path: pathname, headers: request.headers() });
  });
  return requests;
}

const isPlaying = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.querySelector('video')?.currentTime))
    .toBeGreaterThan(1);

/** Every kind of storage that a page has. */
const keptIn = (page: Page) =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name).sort(),
    local: localStorage.length,
    session: sessionStorage.length,
    cookie: document.cookie,
    caches: await caches.keys(),
    locks: (await navigator.locks.query()).held?.length,
  }));
const nothing = { databases: [], local: 0, session: 0, cookie: '', caches: [], locks: 0 };

for (const runtime of ['worker', 'main'] as const) {
  test(
    `before consent the video plays without storing or sending anything about the viewer; after consent both work (runtime=${runtime}) [threat-stored-people]`,
    runtime === 'main' ? thorough : {},
    async ({ page, server }) => {
      const requests = requestsOf(page);
      await page.goto(
        `${server.embedOrigin}/embed/offstage002?autoplay=1&mute=1&runtime=${runtime}`,
      );
      await isPlaying(page);
      await page.evaluate(() => {
        // An error, a call for another video and a hidden page would each cause a request.
        setTimeout(() => {
          const error = new ErrorEvent('error', {
            error: new Error('before consent'),
            message: 'before consent',
          });
          window.dispatchEvent(error);
        });
        window.dispatchEvent(new Event('online'));
        window.offstage.log('note', { n: 1 }, { tier: 'immediate' });
      });
      const answer = await page.evaluate(() =>
        window.offstage.api('getSharePanel', { serializedSharedEntity: 'v=offstage002' }),
      );
      expect(answer).toMatchObject({ ok: true });
      expect(requests.filter(({ path }) => telling.test(path))).toEqual([]);
      expect(requests.flatMap(({ headers }) => Object.keys(headers))).not.toContain('x-visitor-id');
      expect(await keptIn(page)).toEqual(nothing);
      expect(await storedEvents(server)).toEqual([]);

      await page.evaluate(() => window.offstage.setConsent('granted'));
      await page.evaluate(() => window.offstage.flush());
      await expect
        .poll(async () => (await storedEvents(server)).map(({ name }) => name))
        .toContain('note');
      await expect.poll(() => requests.map(({ path }) => path)).toContain('/visitor_id');
      await expect.poll(() => requests.map(({ path }) => path)).toContain('/error_204');
      await expect
        .poll(async () => (await keptIn(page)).databases)
        .toEqual(['offstage-data', 'offstage-logs']);
    },
  );
}

test('a viewer who withdraws consent leaves nothing stored, and may consent again [threat-consent]', async ({
  page,
  server,
}) => {
  const requests = requestsOf(page);
  await page.goto(`${server.embedOrigin}/embed/offstage002?consent=granted`);
  await untilIdsStored(page, server, 1);

  await page.evaluate(() => {
    window.offstage.log('note', { n: 1 });
    window.offstage.setConsent('refused');
    window.offstage.log('note', { n: 2 }, { tier: 'immediate' });
  });
  // Both notes, and the player's own events since the flush.
  await expect
    .poll(() =>
      page.evaluate(() => {
        const { queued, dropped } = window.offstage.accounting();
        return { queued, areDropped: dropped.consent >= 2 };
      }),
    )
    .toEqual({ queued: 0, areDropped: true });
  const rows = () =>
    page.evaluate(async () => {
      const counts: Record<string, number> = {};
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(name);
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        for (const store of database.objectStoreNames) {
          const count = database.transaction(store).objectStore(store).count();
          await new Promise((resolve) => {
            count.onsuccess = resolve;
          });
          counts[`${name}/${store}`] = count.result;
        }
        database.close();
      }
      return counts;
    });
  await expect.poll(rows).toEqual({
    'offstage-data/values': 0,
    'offstage-logs/arrivals': 0,
    'offstage-logs/requests': 0,
  });
  const sentBefore = requests.filter(({ path }) => telling.test(path)).length;
  await page.goto('about:blank');
  expect(requests.filter(({ path }) => telling.test(path))).toHaveLength(sentBefore);
  expect((await storedEvents(server)).filter(({ name }) => name === 'note')).toEqual([]);

  await page.goto(`${server.embedOrigin}/embed/offstage002?consent=0`);
  await page.evaluate(() => window.offstage.setConsent('granted'));
  await untilIdsStored(page, server, 2);
});

/** Logs events until the stored ones have this number of visitor ids: an id comes late. */
async function untilIdsStored(page: Page, server: Server, count: number): Promise<void> {
  await expect
    .poll(async () => {
      await page.evaluate(() => {
        window.offstage.log('again', {}, { tier: 'immediate' });
        return window.offstage.flush();
      });
      const events = await storedEvents(server);
      return new Set(events.flatMap(({ context }) => context.client?.visitorId ?? [])).size;
    })
    .toBe(count);
}

test('a host page passes on its viewer’s consent by message [spec-5.9]', async ({
  openRawHost,
  server,
}) => {
  const host = await openRawHost('/embed/offstage002?enablejsapi=1');
  const requests = requestsOf(host.page);
  await host.command('playVideo');
  await host.untilInfo('playerState', 1);
  for (const answer of ['yes', null, {}, 'GRANTED']) await host.command('setConsent', answer);
  await host.subscribe('onDiagnose');
  await expect
    .poll(async () => {
      await host.command('diagnose');
      return (await host.values('onDiagnose')).at(-1);
    })
    .toMatchObject({
      services: { consent: 'pending', queue: 'off' },
      host: { refusals: { BAD_ARGUMENTS: 4 } },
    });
  expect(requests.filter(({ path }) => telling.test(path))).toEqual([]);
  await host.command('setConsent', 'granted');
  await expect
    .poll(async () => (await loggedEvents(host.page, server)).map(({ name }) => name))
    .toContain('embed_loaded');
});

test('many embeds of an origin fetch one visitor id, and the next page fetches none [spec-7.14]', async ({
  page,
  server,
}) => {
  const requests = requestsOf(page);
  const asked = () => requests.filter(({ path }) => path === '/visitor_id').length;
  // Embeds on their host's own site, so that all share their storage.
  const frame = `<iframe src="${server.embedOrigin}/embed/offstage002?consent=granted"></iframe>`;
  const host = await serveHostPage(frame.repeat(6));
  await page.goto(host.url.replace('127.0.0.1', 'localhost'));
  const embeds = () => page.frames().filter((each) => each !== page.mainFrame());
  const visitorIds = async () => {
    await Promise.all(
      embeds().map((each) =>
        each.evaluate(() => {
          window.offstage.log('seen', {}, { tier: 'immediate' });
          return window.offstage.flush();
        }),
      ),
    );
    const seen = (await storedEvents(server)).filter(({ name }) => name === 'seen');
    return new Set(seen.map(({ context }) => context.client?.visitorId).filter(Boolean)).size;
  };
  expect(embeds()).toHaveLength(6);
  for (const each of embeds()) await each.waitForFunction(() => 'offstage' in window);
  await expect.poll(visitorIds).toBe(1);
  expect(asked()).toBe(1);
  await page.goto(`${server.embedOrigin}/embed/offstage002?consent=granted`);
  await page.evaluate(() =>
    window.offstage.api('getSharePanel', { serializedSharedEntity: 'v=offstage002' }),
  );
  expect(asked()).toBe(1);
  await host.close();
});

test('a private embed logs, but stores nothing and identifies no viewer: by URL and by host name [spec-5.10, threat-consent]', async ({
  page,
  server,
}) => {
  const requests = requestsOf(page);
  const { port } = new URL(server.embedOrigin);
  for (const address of [
    `${server.embedOrigin}/embed/offstage002?consent=granted&private=1`,
    `http://127.0.0.1:${port}/embed/offstage002?consent=granted`,
  ]) {
    await page.goto(address);
    expect(await page.evaluate(() => window.offstage.flush())).toMatchObject({ ok: true });
    await page.evaluate(() => window.offstage.api('subscribe', { channelIds: ['UC1'] }));
    expect((await keptIn(page)).databases).toEqual([]);
  }
  expect(requests.map(({ path }) => path)).not.toContain('/visitor_id');
  expect(requests.flatMap(({ headers }) => Object.keys(headers))).not.toContain('x-visitor-id');
  expect((await storedEvents(server)).map(({ name }) => name)).toContain('embed_loaded');
});

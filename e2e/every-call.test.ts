import type { Page, Request } from '@playwright/test';
import type { Player } from '../sdk/offstage.ts';
import { bodyOf } from './support/body-of.ts';
import { listId as list, makeChannelLibrary } from './support/channel-library.ts';
import { clickControl } from './support/click-control.ts';
import { openHeaderProxy } from './support/header-proxy.ts';
import { serveHostPage } from './support/host-page.ts';
import { reachFor } from './support/reach-for.ts';
import { playerFrame } from './support/sequences.ts';
import { test as base, expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

const userHeader = 'X-Forwarded-User';
const adScript = 'https://ads.example/status.js';
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses this pattern
  serverArgs: async ({}, use) => {
    const { mediaDir, remove } = makeChannelLibrary();
    await use(['--media', mediaDir, '--ad-status', adScript, '--logged-in-header', userHeader]);
    remove();
  },
});
test.use({
  expectedNoise: /ERR_FAILED|Failed to fetch dynamically imported module|status\.js was preloaded/,
});

interface Call {
  /** `POST /path`. */
  name: string;
  /** Query parameters, or body fields. */
  has: string[];
}

const api = (path: string, ...has: string[]): Call => ({
  name: `POST /youtubei/v1/${path}`,
  has: ['context', ...has],
});

/** The rows of the specification's §7. */
const calls: Call[] = [
  api('player', 'videoId'),
  api('subscription/subscribe', 'channelIds', 'siloName', 'params'),
  api('subscription/unsubscribe', 'channelIds', 'siloName', 'params'),
  api('feedback', 'feedbackTokens', 'feedbackContext'),
  api('notification/modify_channel_preference', 'params', 'secondaryParams'),
  api('browse/edit_playlist', 'actions', 'params', 'playlistId'),
  api('share/get_share_panel', 'serializedSharedEntity', 'includeListId'),
  api('share/get_web_player_share_panel', 'serializedSharedEntity'),
  { name: 'GET /getDatasyncIdsEndpoint', has: [] },
  api('log_event', 'events', 'requestTimeMs', 'serializedClientEventId'),
  api('video_stats', 'events', 'requestTimeMs', 'serializedClientEventId'),
  { name: 'POST /error_204', has: ['a', 't', 'type', 'msg', 'line', 'level', 'client.name'] },
  { name: 'GET /visitor_id', has: [] },
  { name: 'GET /status.js', has: [] },
  { name: 'HEAD /generate_204', has: [] },
  { name: 'POST /log', has: ['context', 'entries'] },
];

const nameOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;

/** Query parameters, and the fields of a JSON or form body. */
function fieldsOf(request: Request): string[] {
  const isForm = /form/.test(request.headers()['content-type'] ?? '');
  const body = isForm
    ? Object.fromEntries(new URLSearchParams(request.postData() ?? ''))
    : bodyOf(request);
  return [...new URL(request.url()).searchParams.keys(), ...Object.keys(body ?? {})];
}

/** Whether an account's database exists and is complete: an incomplete one goes with its page. */
function hasAccountDatabase(page: Page): Promise<boolean> {
  return playerFrame(page).evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    const name = names.find((each) => each.startsWith('offstage-data:'));
    if (name === undefined) return false;
    // Resolves once the tab that creates it is done.
    const opening = indexedDB.open(name);
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const { objectStoreNames } = opening.result;
    opening.result.close();
    return objectStoreNames.length > 0;
  });
}

const control = (page: Page, name: string) =>
  page.frameLocator('iframe').locator(`[data-visual-element=${name}]`);

for (const runtime of ['worker', 'main'] as const)
  test(
    `a viewer and a host page that use the player cause each call of §7 (runtime=${runtime}) [spec-7.1, spec-7.6, spec-7.7, spec-7.8, spec-7.9, spec-7.10, spec-7.11, spec-7.12, spec-7.13, spec-7.14, spec-7.15, spec-7.16, spec-7.17, spec-7.34, spec-7.44, spec-7.48]`,
    runtime === 'main' ? thorough : {},
    async ({ page, context, server }) => {
      /** Query parameters and body fields of requests and answers, by call. */
      const answered = new Map<string, string[][]>();
      context.on('response', (response) => {
        const name = nameOf(response.request());
        const before = answered.get(name) ?? [];
        if (response.ok()) answered.set(name, [...before, fieldsOf(response.request())]);
      });
      const missing = () =>
        calls.filter(
          ({ name, has }) =>
            !answered.get(name)?.some((fields) => has.every((one) => fields.includes(one))),
        );
      const untilAnswered = (name: string) =>
        expect.poll(() => answered.has(name), name).toBe(true);
      await context.route(adScript, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      );
      // A script that fails to load is an error of the page.
      await context.route(/\/start-page-trace-/, (route) => route.abort());
      const proxy = await openHeaderProxy(server.embedOrigin);
      const host = await serveHostPage(
        `<div id="player"></div><script src="${proxy.origin}/iframe_api"></script>`,
      );

      async function openAs(user: string, query = {}): Promise<void> {
        proxy.reported[userHeader] = user;
        await page.goto(host.url);
        const playerVars = { mute: 1, runtime, ...query };
        await page.evaluate(
          (vars) =>
            new Promise<void>((onReady) => {
              const { Player: Made } = window.YT;
              const options = {
                videoId: 'video000001',
                playerVars: vars,
                events: { onReady: () => onReady() },
              };
              Object.assign(window, { player: new Made('player', options) });
            }),
          playerVars,
        );
      }
      const command = (run: (player: Player) => void) => page.evaluate(`(${run})(window.player)`);

      // One page of the origin cleans up, once a day. Ann's page holds the lock, so Bob's does it.
      await page.addInitScript(() => {
        const isFrame = location.pathname.startsWith('/embed/');
        if (isFrame && !new URLSearchParams(location.search).has('trace'))
          navigator.locks.request('offstage:cleanup', () => new Promise(() => {}));
      });
      // Another account was signed in in this browser, and left data there.
      await openAs('ann@example.com');
      await command((player) => player.cueVideoById('video000002'));
      await expect.poll(() => hasAccountDatabase(page)).toBe(true);
      // The id is stored for all accounts, so that the next page does not request one.
      await untilAnswered('GET /visitor_id');

      await openAs('bob@example.com', { trace: 1, list, listType: 'playlist' });
      // A lost batch makes the services check the connection.
      await context.route(/\/log_event/, (route) => route.abort(), { times: 1 });
      await command((player) => player.playVideo());
      await reachFor(page.frameLocator('iframe'));
      const press = async (name: string, path: string) => {
        await clickControl(control(page, name));
        await untilAnswered(`POST /youtubei/v1/${path}`);
      };
      await press('subscribe_button', 'subscription/subscribe');
      await expect(control(page, 'bell_button')).toBeEnabled();
      await press('bell_button', 'notification/modify_channel_preference');
      await press('watch_later_button', 'browse/edit_playlist');
      await press('subscribe_button', 'subscription/unsubscribe');
      await press('share_button', 'share/get_web_player_share_panel');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Shift+F10');
      await page
        .frameLocator('iframe')
        .getByRole('menuitem', { name: 'Report a problem' })
        .press('Enter');
      await command((player) => player.pauseVideo());

      const sharing = 'POST /youtubei/v1/share/get_share_panel';
      // The clean-up begins when the services have run for 15 s.
      await expect
        .poll(() => missing().filter(({ name }) => name !== sharing), { timeout: 40_000 })
        .toEqual([]);
      await page.goto(`${proxy.origin}/watch/video000001?list=${list}`);
      await page.getByRole('textbox', { name: 'Link' }).focus();
      await expect.poll(missing).toEqual([]);
      await page.goto('about:blank');
      await host.close();
      await proxy.close();
    },
  );

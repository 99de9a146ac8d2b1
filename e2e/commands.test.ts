import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request } from '@playwright/test';
import { makeFeedbackToken } from '../server/api/feedback-token.ts';
import { listId as list } from './support/channel-library.ts';
import { control, nextCall, readFeedback, test } from './support/commanding-page.ts';
import { reachFor } from './support/reach-for.ts';
import { expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

for (const runtime of ['worker', 'main'] as const) {
  const marks = runtime === 'main' ? thorough : {};

  test(
    `the viewer’s controls send the commands from the server’s reply, with their metadata (runtime=${runtime}) [spec-7.6, spec-7.8, spec-7.9, spec-7.20, spec-7.27, spec-7.34, spec-7.36, spec-7.37, spec-7.41, spec-7.42]`,
    marks,
    async ({ page, server }) => {
      await page.goto(`${server.embedOrigin}/embed/video000001?mute=1&runtime=${runtime}`);
      await reachFor(page);
      const press = (name: string) => () => control(page, name).click();
      const subscribed = await nextCall(page, 'subscription/subscribe', press('subscribe_button'));
      expect(subscribed).toMatchObject({
        siloName: 'player',
        params: expect.any(String),
        context: { clickTracking: { clickTrackingParams: 'subscribe' } },
      });
      await expect(control(page, 'subscribe_button')).toHaveAttribute('aria-pressed', 'true');
      const bell = await nextCall(
        page,
        'notification/modify_channel_preference',
        press('bell_button'),
      );
      expect(bell).toMatchObject({
        params: subscribed.params,
        secondaryParams: 'ALL',
        context: { clickTracking: { clickTrackingParams: 'bellOn' } },
      });
      await expect(control(page, 'bell_button')).toHaveAttribute('aria-pressed', 'true');
      const listed = await nextCall(page, 'browse/edit_playlist', press('watch_later_button'));
      expect(listed).toMatchObject({
        playlistId: 'WL',
        params: 'video000001',
        context: { clickTracking: { clickTrackingParams: 'addToWatchLater' } },
      });
      await expect(control(page, 'watch_later_button')).toHaveAttribute('aria-pressed', 'true');
      const left = await nextCall(page, 'subscription/unsubscribe', press('subscribe_button'));
      expect(left).toMatchObject({
        context: { clickTracking: { clickTrackingParams: 'unsubscribe' } },
      });
      await expect(control(page, 'subscribe_button')).toHaveAttribute('aria-pressed', 'false');
    },
  );

  test(
    `the share panel shows the API’s links, with the list on request, and its own links if the call fails (runtime=${runtime}) [spec-7.44, spec-7.45, spec-7.47]`,
    marks,
    async ({ page, server }) => {
      const path = '**/youtubei/v1/share/get_web_player_share_panel*';
      const link = page.getByRole('textbox', { name: 'Link' });
      const answer = {
        title: 'First',
        url: 'https://publisher.example/v/video000001',
        embedUrl: 'https://publisher.example/e/video000001',
        embedCode: '<iframe src="https://publisher.example/e/video000001"></iframe>',
      };
      await page.route(path, (route) => route.fulfill({ json: answer }));
      await page.goto(
        `${server.embedOrigin}/embed/video000001?list=${list}&mute=1&runtime=${runtime}`,
      );
      await reachFor(page);
      const share = control(page, 'share_button');
      const asked = await nextCall(page, 'share/get_web_player_share_panel', () => share.click());
      expect(asked).toMatchObject({
        serializedSharedEntity: 'v=video000001',
        context: { clickTracking: { clickTrackingParams: 'share' } },
      });
      await expect(link).toHaveValue(answer.url);
      await expect(page.getByRole('textbox', { name: 'Embed code' })).toHaveValue(answer.embedCode);
      await page.getByRole('checkbox', { name: /^Start at/ }).check();
      await expect(link).toHaveValue(`${answer.url}?t=0`);

      await page.unroute(path);
      const inThisList = page.getByRole('checkbox', { name: 'Include playlist' });
      const inList = await nextCall(page, 'share/get_web_player_share_panel', () =>
        inThisList.check(),
      );
      expect(inList).toMatchObject({
        serializedSharedEntity: `v=video000001&list=${list}`,
        includeListId: true,
      });
      await expect(link).toHaveValue(`${server.embedOrigin}/watch/video000001?list=${list}&t=0`);

      await page.route(path, (route) => route.fulfill({ json: { ...answer, url: 'https://' } }));
      await Promise.all([page.waitForResponse(path), inThisList.uncheck()]);
      await expect(link).toHaveValue(`${server.embedOrigin}/watch/video000001?t=0`);
      await page.unroute(path);
      // Not JSON: a failure without a console message.
      await page.route(path, (route) => route.fulfill({ body: 'sorry' }));
      await inThisList.check();
      await expect(link).toHaveValue(`${server.embedOrigin}/watch/video000001?list=${list}&t=0`);
    },
  );

  test(
    `unknown or expired commands, commands that lead to another site and replies without commands do not affect the viewer, and the debug panel shows them (runtime=${runtime}) [spec-7.20, spec-8.13]`,
    marks,
    async ({ page, server }) => {
      const asked: string[] = [];
      const onRequest = (request: Request) => asked.push(request.url());
      page.context().on('request', onRequest);
      const key = readFileSync(join(server.dataDir, 'signing-key'), 'utf8').trim();
      const lastYearSec = Date.now() / 1_000 - 365 * 86_400;
      const token = makeFeedbackToken(
        key,
        { kind: 'problem', videoId: 'video000001' },
        lastYearSec,
      );
      const commands = {
        fly: { fields: {} },
        subscribe: {
          fields: { channelIds: ['UCevil'] },
          apiUrl: '//evil.example/youtubei/v1/subscription/subscribe',
        },
        bellOn: {
          fields: { params: 'UCevil' },
          apiUrl: 'https://evil.example/youtubei/v1/notification/modify_channel_preference',
        },
        addToWatchLater: {
          fields: {
            playlistId: 'evil',
            actions: [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'video000001' }],
          },
          apiUrl: '/youtubei/%2e%2e/telemetry/events',
        },
        reportProblem: { fields: { feedbackTokens: [token] } },
      };
      // A page that a cache has kept for a year, and the reply of a server without commands.
      await page.route(`${server.embedOrigin}/embed/**`, async (route) => {
        const reply = await route.fetch();
        const body = (await reply.text()).replace(
          /"commands":\{/,
          `"commands":${JSON.stringify(commands)},"unused":{`,
        );
        await route.fulfill({ response: reply, body });
      });
      await page.route('**/youtubei/v1/player*', async (route) => {
        const reply = await route.fetch();
        const { commands: _, ...json } = JSON.parse((await reply.text()).replace(/^\)]}'/, ''));
        await route.fulfill({ response: reply, json });
      });
      await page.goto(
        `${server.embedOrigin}/embed/video000001?list=${list}&mute=1&debug=1&runtime=${runtime}`,
      );
      await reachFor(page);
      const press = (name: string) => () => control(page, name).press('Enter');
      const isOn = (name: string) =>
        expect(control(page, name)).toHaveAttribute('aria-pressed', 'true');
      const sent = await nextCall(page, 'subscription/subscribe', press('subscribe_button'));
      expect(sent.channelIds).toEqual(['UCoffstage']);
      await isOn('subscribe_button');
      const bell = await nextCall(
        page,
        'notification/modify_channel_preference',
        press('bell_button'),
      );
      expect(bell.params).toBe('UCoffstage');
      await isOn('bell_button');
      const listed = await nextCall(page, 'browse/edit_playlist', press('watch_later_button'));
      expect(listed.playlistId).toBe('WL');
      await isOn('watch_later_button');
      await page.keyboard.press('Shift+F10');
      await nextCall(page, 'feedback', () =>
        page.getByRole('menuitem', { name: 'Report a problem' }).press('Enter'),
      );
      await expect(page.locator('.notices')).toHaveText(
        'Your feedback could not be sent. Try again later.',
      );
      expect(await readFeedback(server.embedOrigin)).toEqual([]);
      const panel = page.locator('.debug-panel');
      for (const name of Object.keys(commands))
        await expect(panel).toContainText(`playerResponse.commands.${name}`);
      await expect(panel).toContainText('it leads elsewhere');
      await expect(panel).toContainText('The feedback token has expired.');

      await nextCall(page, 'player', () => page.keyboard.press('Shift+N'));
      await expect(page).toHaveTitle(/^Second/);
      const listedNext = await nextCall(page, 'browse/edit_playlist', press('watch_later_button'));
      expect(listedNext.actions).toEqual([
        { action: 'ACTION_ADD_VIDEO', addedVideoId: 'video000002' },
      ]);
      await isOn('watch_later_button');
      expect(asked.filter((url) => /evil|telemetry/.test(url))).toEqual([]);
      page.context().off('request', onRequest);
    },
  );
}

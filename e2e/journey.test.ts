import { clickControl } from './support/click-control.ts';
import { openHost } from './support/host.ts';
import { summary } from './support/intake.ts';
import { loggedEvents, ofName } from './support/sequences.ts';
import { test } from './support/stage.ts';
import { test as alone, expect } from './support/test.ts';

alone(
  'a host page plays, pauses, seeks, sets volume and rate, loads another video, the events reach the store, and every message names its session and channel',
  async ({ page, server }) => {
    const host = await openHost(page, server);
    // A host that waits long repeats its greeting, and is answered again.
    expect((await host.values('initialDelivery')).slice(0, 1)).toEqual([
      expect.objectContaining({
        apiInterface: expect.arrayContaining(['playVideo', 'getCurrentTime']),
        playerState: 5,
        duration: 64,
        videoData: expect.objectContaining({
          video_id: 'offstage001',
          title: 'Four Lights',
          isPlayable: true,
        }),
      }),
    ]);

    await host.click('Play');
    await host.untilState(1);
    // Later states come from stalls on a busy machine.
    expect((await host.values('onStateChange')).slice(0, 3)).toEqual([-1, 3, 1]);
    await host.untilPlayed(1);

    await host.click('Pause');
    await host.untilState(2);

    await page.getByLabel('Seek to').fill('40');
    await host.click('Seek');
    await expect.poll(async () => (await host.info()).currentTime).toBe(40);
    await expect.poll(async () => (await host.info()).playerState).toBe(2);

    await page.getByLabel('Volume', { exact: true }).fill('30');
    await expect.poll(() => host.info()).toMatchObject({ volume: 30, muted: false });
    await host.click('Mute');
    await expect.poll(() => host.info()).toMatchObject({ volume: 30, muted: true });
    await host.click('Unmute');
    await expect.poll(() => host.info()).toMatchObject({ volume: 30, muted: false });

    await page.getByLabel('Rate').selectOption('1.5');
    await expect.poll(() => host.info()).toMatchObject({ playbackRate: 1.5 });
    await expect.poll(() => host.values('onPlaybackRateChange')).toEqual([1.5]);

    await page.getByRole('button', { name: /Lanterns/ }).click();
    await expect
      .poll(async () => (await host.info()).videoData)
      .toMatchObject({ video_id: 'offstage002' });
    await host.untilState(1);
    await host.untilPlayed(1);

    await host.click('+10 s');
    await expect.poll(async () => Number((await host.info()).currentTime)).toBeGreaterThan(10);
    await host.click('Stop');
    await host.untilState(5);

    const events = await loggedEvents(page, server);
    expect(events.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['embed_loaded', 'playback_state', 'host_command']),
    );
    const commands = ofName(events, 'host_command').map(({ payload }) => payload.func);
    expect(commands).toEqual(expect.arrayContaining(['playVideo', 'seekTo', 'loadVideoById']));
    expect(await summary(server)).toMatchObject({ duplicates: 0, rejected: 0 });
    // The demo page shows the events too.
    await expect(page.locator('.events li', { hasText: 'host_command' }).first()).toBeVisible();

    const received = await page.evaluate(() => window.received);
    for (const { origin, data } of received.filter(
      (message) => !message.data.includes('"context":"player.js"'),
    )) {
      expect(origin).toBe(server.embedOrigin);
      // In the protocol's order.
      expect(Object.keys(JSON.parse(data))).toEqual(['event', 'info', 'id', 'channel']);
      expect(JSON.parse(data)).toMatchObject({ id: 1, channel: 'widget' });
    }
  },
);

test('a viewer plays with the shell’s button, with the bar and with the keyboard [feature-play-pause]', async ({
  page,
  server,
}) => {
  const host = await openHost(page, server, '?v=offstage002');
  await host.player.locator('.big-play').click();
  await host.untilState(1);
  await clickControl(host.player.getByRole('button', { name: 'Pause' }));
  await host.untilState(2);
  await host.player.locator('body').press('k');
  await host.untilState(1);
  await host.player.locator('body').press('m');
  await expect.poll(() => host.info()).toMatchObject({ muted: true });
  await host.player.locator('body').press('End');
  await host.untilState(0);
});

test('a click beside the open menu closes it and does not pause; captions show in the viewer’s language, and in the chosen one [feature-captions]', async ({
  page,
  server,
}) => {
  // The video must not end before this, however slow the machine.
  const host = await openHost(page, server, '?v=offstage001&cc_load_policy=1&loop=1');
  await host.click('Play');
  await host.untilState(1);
  await clickControl(host.player.getByRole('button', { name: 'Settings' }));
  await expect(host.player.getByRole('menu')).toBeVisible();
  await host.player.locator('.panel-backdrop').click({ position: { x: 20, y: 20 } });
  await expect(host.player.getByRole('menu')).toBeHidden();
  const { length } = await host.reportedTimes();
  await expect.poll(async () => (await host.reportedTimes()).length).toBeGreaterThan(length + 4);
  expect((await host.info()).playerState).not.toBe(2);
  const captions = host.player.locator('.captions p');
  await expect(captions.first()).toBeVisible();
  await expect(host.player.locator('.captions')).toHaveAttribute('lang', 'en');
  // By key: on a slow machine the bar has hidden by now, and a pointer could reach it only after
  // the video's end.
  await host.player.getByRole('button', { name: 'Settings' }).press('Enter');
  await host.player.getByRole('menuitem', { name: /Captions/ }).press('Enter');
  await host.player.getByRole('menuitemradio', { name: 'العربية' }).press('Enter');
  await expect(host.player.locator('.captions')).toHaveAttribute('lang', 'ar');
});

test('a playlist advances automatically and by command, and ends when a single video is loaded [feature-playlists]', async ({
  page,
  server,
}) => {
  const host = await openHost(page, server);
  await page.getByRole('button', { name: /playlist/ }).click();
  await expect
    .poll(() => host.info())
    .toMatchObject({ playlistIndex: 0, playlist: ['offstage001', 'offstage002', 'offstage003'] });
  await host.untilState(1);
  await page.getByLabel('Seek to').fill('64');
  await host.click('Seek');
  await expect.poll(() => host.info()).toMatchObject({ playlistIndex: 1, playerState: 1 });
  await clickControl(host.player.getByRole('button', { name: 'Next video' }));
  await expect.poll(() => host.info()).toMatchObject({ playlistIndex: 2, playerState: 1 });
  await page.getByRole('button', { name: /Lanterns/ }).click();
  await expect.poll(() => host.info()).toMatchObject({ playlist: null, playlistIndex: -1 });
});

test('a clip stops at its end, and plays on after a seek beyond it [feature-clips]', async ({
  page,
  server,
}) => {
  const host = await openHost(page, server, '?v=offstage002&start=5&end=7');
  await host.click('Play');
  await host.untilState(0);
  const { currentTime } = await host.info();
  expect(Number(currentTime)).toBeGreaterThanOrEqual(7);
  // Far from the video's end at 32 seconds; a slow machine sees the clip's end late.
  expect(Number(currentTime)).toBeLessThan(15);
  await page.getByLabel('Seek to').fill('20');
  await host.click('Seek');
  await host.untilState(1);
  await host.untilPlayed(1);
});

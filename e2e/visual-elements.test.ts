import { clickControl } from './support/click-control.ts';
import { openHost } from './support/host.ts';
import type { StoredEvent } from './support/intake.ts';
import { reachFor } from './support/reach-for.ts';
import { groupOf, loggedEvents, ofName } from './support/sequences.ts';
import { test } from './support/shared-context.ts';
import { test as alone, expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

const screens = (events: readonly StoredEvent[]) =>
  ofName(events, 'visual_element.screen').map(({ payload }) => payload);
const gestures = (events: readonly StoredEvent[]) =>
  ofName(events, 'visual_element.gesture').map(
    ({ payload }) => `${payload.element} ${payload.kind}`,
  );

/** Names in the events of a kind on one screen, in order of arrival. */
function namesOn(events: readonly StoredEvent[], csn: unknown, kind: 'attach' | 'show'): string[] {
  return ofName(events, `visual_element.${kind}`)
    .filter(({ payload }) => payload.csn === csn)
    .flatMap(
      ({ payload }) => (kind === 'attach' ? payload.children : payload.elements) as string[],
    );
}

const bar = [
  'play_button',
  'seek_bar',
  'mute_button',
  'volume_slider',
  'captions_button',
  'settings_button',
];

test('screens, their elements and the viewer’s actions on them reach the store', async ({
  page,
  server,
}) => {
  const host = await openHost(page, server, '?v=offstage001');
  await reachFor(host.player);
  await expect.poll(async () => screens(await loggedEvents(page, server))).toHaveLength(1);
  await host.player.locator('.big-play').click();
  await host.untilState(1);
  await clickControl(host.player.getByRole('button', { name: 'Settings' }));
  await host.player.getByRole('menuitem', { name: /Speed/ }).press('Enter');
  await host.player.getByRole('menuitemradio', { name: '2×' }).click();
  await host.player.getByRole('slider', { name: 'Volume' }).press('ArrowLeft');
  await clickControl(host.player.getByRole('button', { name: 'Pause' }));
  await host.untilState(2);

  const events = await loggedEvents(page, server);
  const [start, player] = screens(events);
  expect(screens(events)).toEqual([
    { csn: expect.stringMatching(/^[\w-]{16}$/), screen: 'start', videoId: 'offstage001' },
    { csn: expect.stringMatching(/^[\w-]{16}$/), screen: 'player', videoId: 'offstage001' },
  ]);
  expect(namesOn(events, start?.csn, 'show')).toEqual(
    expect.arrayContaining(['large_play_button', ...bar]),
  );
  expect(namesOn(events, player?.csn, 'show')).toEqual(expect.arrayContaining(bar));
  expect(namesOn(events, player?.csn, 'show')).not.toContain('large_play_button');
  expect(namesOn(events, player?.csn, 'attach')).toEqual(
    expect.arrayContaining([
      'control_bar',
      'settings_menu',
      'speed_item',
      'speed_choice',
      'back_button',
    ]),
  );
  const parents = ofName(events, 'visual_element.attach').map(({ payload }) => payload.parent);
  expect([...new Set(parents)].sort()).toEqual(['control_bar', 'player', 'settings_menu']);
  for (const { csn } of screens(events)) {
    for (const kind of ['attach', 'show'] as const) {
      const names = namesOn(events, csn, kind);
      expect(names).toEqual([...new Set(names)]);
    }
    const group = groupOf(events, csn);
    expect(group[0]?.name).toBe('visual_element.screen');
    expect(new Set(group.map(({ endpoint }) => endpoint))).toEqual(new Set(['log_event']));
  }
  expect(gestures(events)).toEqual([
    'large_play_button click',
    'settings_button click',
    'speed_item key',
    'speed_choice click',
    'volume_slider key',
    'play_button click',
  ]);
});

test('the end is a screen, and so is an error', async ({ page, server }) => {
  const host = await openHost(page, server, '?v=offstage002');
  await host.click('Play');
  await host.untilState(1);
  await page.getByLabel('Seek to').fill('1000');
  await host.click('Seek');
  await host.untilState(0);
  const names = async () => screens(await loggedEvents(page, server)).map(({ screen }) => screen);
  await expect.poll(names).toContain('ended');

  await page.goto(`${server.embedOrigin}/embed/nosuchvideo`);
  await expect(page.getByRole('alert')).toBeVisible();
  // The screen may be reported before the alert is on it.
  await expect
    .poll(async () => {
      const events = await loggedEvents(page, server);
      const error = screens(events).find(({ screen }) => screen === 'error');
      return namesOn(events, error?.csn, 'show');
    })
    .toEqual(['error_message']);
});

test('without controls, the large play button is the only element', async ({ page, server }) => {
  await page.goto(`${server.embedOrigin}/embed/offstage002?controls=0`);
  await expect.poll(async () => screens(await loggedEvents(page, server))).toHaveLength(1);
  const events = await loggedEvents(page, server);
  for (const kind of ['attach', 'show'] as const) {
    expect(namesOn(events, screens(events)[0]?.csn, kind)).toEqual(['large_play_button']);
  }
});

test('a click before the controls’ script has loaded is reported once it loads', async ({
  page,
  server,
}) => {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route('**/mount-ui-*.js', async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.goto(`${server.embedOrigin}/embed/offstage002`);
  // `facade.test.ts` has a click from before the player.
  await page.evaluate(() => window.offstage.ready);
  await page.locator('.big-play').click();
  await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'playing');
  letCome();
  await expect
    .poll(async () => gestures(await loggedEvents(page, server)))
    .toEqual(['large_play_button click']);
  // Playback before that is reported too.
  await expect
    .poll(async () => ofName(await loggedEvents(page, server), 'video_stats.playback'))
    .toHaveLength(1);
});

alone.describe('on a touch screen', () => {
  alone.use({ hasTouch: true });

  alone('a tap is reported as a touch', async ({ page, server }) => {
    await page.goto(`${server.embedOrigin}/embed/offstage002`);
    await page.locator('.big-play').tap();
    await expect
      .poll(async () => gestures(await loggedEvents(page, server)))
      .toEqual(['large_play_button touch']);
  });
});

test(
  'while a video plays with the controls hidden, nothing is observed and nothing reported',
  thorough,
  async ({ page, server }) => {
    await page.goto(`${server.embedOrigin}/embed/offstage001?autoplay=1&mute=1`);
    await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'playing');
    await expect(page.locator('.bar')).toBeAttached();
    await expect(page.locator('#video-player')).toHaveAttribute('data-controls', 'hidden');
    // The page observes their hiding in idle time, and so before this.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    const looks = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const video = document.querySelector('video') as HTMLVideoElement;
          let from = video.currentTime;
          let isStalled = false;
          let count = 0;
          const { querySelectorAll } = Element.prototype;
          Element.prototype.querySelectorAll = function (this: Element, selector: string) {
            count += 1;
            return querySelectorAll.call(this, selector);
          } as typeof querySelectorAll;
          // A stall on a busy machine is reported and drawn, so start observing again afterwards.
          for (const event of ['waiting', 'playing'])
            video.addEventListener(event, () => {
              isStalled = true;
            });
          video.addEventListener('timeupdate', () => {
            if (isStalled) {
              isStalled = video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
              from = video.currentTime;
              count = 0;
            } else if (video.currentTime > from + 4) {
              resolve(count);
            }
          });
        }),
    );
    expect(looks).toBe(0);
    const before = await loggedEvents(page, server);
    expect(ofName(before, 'visual_element.screen').map(({ payload }) => payload.screen)).toEqual([
      'player',
    ]);
  },
);

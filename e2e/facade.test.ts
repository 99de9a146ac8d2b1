import type { Page } from '@playwright/test';
import { playerLimits } from '../shared/limits/player-limits.ts';
import { clickControl } from './support/click-control.ts';
import { holdScript } from './support/hold-script.ts';
import { holdTimers } from './support/hold-timers.ts';
import { openHost } from './support/host.ts';
import { serveHostPage } from './support/host-page.ts';
import { loggedEvents, ofName } from './support/sequences.ts';
import { expect, test } from './support/test.ts';
import { thorough } from './support/thorough.ts';

const element = (page: Page) =>
  page.evaluate(() => {
    const { paused, currentTime, readyState } = document.querySelector('video') as HTMLVideoElement;
    return { paused, currentTime, readyState };
  });

test('a page that waits for its viewer loads a poster and a button, and no React, engine or media [feature-light-page]', async ({
  page,
  server,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  for (const video of ['offstage001', 'offstage002']) {
    await page.goto(`${server.embedOrigin}/embed/${video}`);
    await expect(page.locator('.big-play')).toBeVisible();
    // Once the services respond, everything that loads without the viewer has loaded.
    await page.evaluate(() => window.offstage.flush());
    expect(fetched.filter((path) => path.startsWith('/media/'))).toEqual([`/media/${video}.jpg`]);
    expect(fetched.filter((path) => /react|mount-ui|engine|controls-.*css/.test(path))).toEqual([]);
    expect(await page.evaluate(() => document.querySelector('.ui')?.childElementCount)).toBe(0);
    fetched.length = 0;
  }
});

/**
 * The test controls when the page's animation frames and their fallback timer run.
 * @returns a function that fires the timer
 */
async function holdFrames(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const held: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (callback) => held.push(callback);
    const drawFrame = () => {
      for (const callback of held.splice(0)) callback(0);
    };
    Object.assign(window, { drawFrame });
  });
  return holdTimers(page, playerLimits.paintMs);
}

const embedsCreated = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByName('offstage:embed-created').map((mark) => mark.startTime),
  );

test('poster and button are painted before the player starts, unless a host may send messages or the page is hidden', async ({
  page,
  server,
}) => {
  const fireTimer = await holdFrames(page);
  await page.goto(`${server.embedOrigin}/embed/offstage002`);
  expect(await embedsCreated(page)).toEqual([]);
  await page.evaluate('drawFrame()');
  await expect.poll(() => embedsCreated(page)).toHaveLength(1);

  await page.goto(`${server.embedOrigin}/embed/offstage001`);
  expect(await embedsCreated(page)).toEqual([]);
  await fireTimer();
  await expect.poll(() => embedsCreated(page)).toHaveLength(1);

  await page.goto(`${server.embedOrigin}/embed/offstage001?enablejsapi=1`);
  await expect.poll(() => embedsCreated(page)).toHaveLength(1);
});

test('a host’s single message from before the player starts is answered once it has started', async ({
  page,
  server,
}) => {
  await holdFrames(page);
  const message = JSON.stringify({ context: 'player.js', version: '0.0.11', method: 'getPaused' });
  const host = await serveHostPage(`<script>
    window.received = [];
    addEventListener('message', ({ data }) => received.push(JSON.parse(data)));
  </script>
  <iframe src="${server.embedOrigin}/embed/offstage002" onload="frames[0].postMessage('${message.replaceAll('"', '&quot;')}', '*')"></iframe>`);
  await page.goto(host.url);
  const [, frame] = page.frames();
  const received = () =>
    page.evaluate(() =>
      window.received.map((each) => (each as unknown as { event: string }).event),
    );
  expect(await received()).toEqual([]);
  await frame?.evaluate('drawFrame()');
  await expect.poll(received).toEqual(['ready', 'getPaused']);
  await host.close();
});

const files = [
  { video: 'offstage002', kind: 'a file' },
  { video: 'offstage001', kind: 'a stream' },
];
const gestures: {
  gesture: string;
  make: (page: Page) => Promise<void>;
  logged: Record<string, unknown>;
}[] = [
  {
    gesture: 'a click on the button',
    make: (page) => page.locator('.big-play').click(),
    logged: { element: 'large_play_button', kind: 'click' },
  },
  {
    gesture: 'a click beside the button',
    make: (page) => page.locator('.video').click({ position: { x: 40, y: 40 } }),
    logged: { element: 'player', kind: 'click' },
  },
  {
    gesture: 'a tap',
    make: (page) => page.locator('.video').tap({ position: { x: 40, y: 40 } }),
    logged: { element: 'player', kind: 'touch' },
  },
];

test.describe(() => {
  test.use({ hasTouch: true });
  for (const { video, kind, gesture, make, logged } of files.flatMap((file) =>
    gestures.map((g) => ({ ...file, ...g })),
  )) {
    const isFirst = kind === 'a stream' && gesture === 'a click on the button';
    const mark = isFirst ? {} : thorough;
    test(
      `${gesture} before any script plays ${kind}, within the gesture itself [feature-first-click]`,
      mark,
      async ({ page, server }) => {
        const letCome = await holdScript(page);
        await page.goto(`${server.embedOrigin}/embed/${video}?enablejsapi=1&loop=1`, {
          waitUntil: 'commit',
        });
        await expect(page.locator('.big-play')).toBeVisible();
        await make(page);
        await expect.poll(async () => (await element(page)).paused).toBe(false);
        await expect(page.locator('.big-play')).toBeHidden();
        expect(await page.evaluate(() => 'offstage' in window)).toBe(false);
        letCome();
        await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'playing');
        await expect.poll(async () => (await element(page)).currentTime).toBeGreaterThan(0.2);
        const events = await loggedEvents(page, server);
        expect(ofName(events, 'viewer_action').map(({ payload }) => payload.action)).toEqual([
          'play',
        ]);
        await expect
          .poll(async () =>
            ofName(await loggedEvents(page, server), 'visual_element.gesture').map(
              ({ payload }) => payload,
            ),
          )
          .toEqual([expect.objectContaining(logged)]);
        // The viewer's own play also ends by the viewer: nothing starts it again.
        await clickControl(page.getByRole('button', { name: 'Pause' }));
        await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'paused');
      },
    );
  }
});

test('a file with autoplay starts without any script, and its host is informed once a script runs', async ({
  page,
  server,
}) => {
  const letCome = await holdScript(page);
  const opening = openHost(page, server, '?v=offstage002&autoplay=1&mute=1');
  const frame = page.frameLocator('iframe');
  const time = () =>
    frame
      .locator('video')
      .evaluate((video: HTMLVideoElement) => (video.paused ? 0 : video.currentTime));
  await expect.poll(time).toBeGreaterThan(0.1);
  letCome();
  const host = await opening;
  await host.untilState(1);
  await host.untilPlayed(0.2);
  expect(await host.info()).toMatchObject({ muted: true });
});

test('a pointer already on the picture before any script shows the controls as soon as it moves', async ({
  page,
  server,
}) => {
  const letCome = await holdScript(page);
  await page.goto(`${server.embedOrigin}/embed/offstage001`, { waitUntil: 'commit' });
  await page.locator('.video').hover({ position: { x: 40, y: 40 } });
  letCome();
  await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'cued');
  await expect(page.locator('.bar')).toHaveCount(0);
  await page.locator('.video').hover({ position: { x: 60, y: 60 } });
  await expect(page.locator('.bar')).toBeVisible();
});

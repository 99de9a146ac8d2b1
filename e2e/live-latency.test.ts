import type { Page } from '@playwright/test';
import { chooseInMenu } from './support/choose-in-menu.ts';
import { openGate } from './support/gate.ts';
import { openHost } from './support/host.ts';
import { positionSec } from './support/live-page.ts';
import { behindSec, lowUrl, mediaPath, openPlaying, watch } from './support/low-latency-page.ts';
import { isJump, recordSeeks } from './support/record-seeks.ts';
import type { Server } from './support/server-process.ts';
import { test } from './support/stage.ts';
import { expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';
import { untilPassed } from './support/until-passed.ts';

// How fast a stream returns depends on the machine. So these tests look at what the player does for
// it, and only print how long it took.

const rateOf = (page: Page) =>
  page.locator('video').evaluate(({ playbackRate }: HTMLVideoElement) => playbackRate);
const setRate = (page: Page, rate: number) =>
  page.locator('video').evaluate((video: HTMLVideoElement, to) => {
    video.playbackRate = to;
  }, rate);
async function untilFartherBehind(page: Page, seconds: number): Promise<void> {
  const from = await behindSec(page);
  await expect.poll(() => behindSec(page)).toBeGreaterThan(from + seconds);
}

/** Withholds all media until playback is far behind, and waits for the jump to the edge. */
async function stallAndJump(page: Page, server: Server, { query = '', prints = false }) {
  const gate = await openGate(server.embedOrigin);
  await openPlaying(page, lowUrl(gate.origin, query));
  const letGo = gate.hold(({ url = '' }) => mediaPath.test(url));
  await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'buffering');
  // Farther behind than a faster rate makes up, and shorter than the player waits for media before
  // it asks again.
  await untilPassed(page, 5);
  const seeks = await recordSeeks(page);
  const print = prints ? await timeReturn(page, `media withheld${query}`) : null;
  letGo();
  // If a slow start took the jumps of this minute, the next one has to wait until it is over.
  await expect.poll(async () => (await seeks()).some(isJump), { timeout: 120_000 }).toBe(true);
  await print?.();
  await watch(page, 1);
  // Without its page, nothing asks the closed gate.
  await page.goto('about:blank');
  await gate.close();
}

interface Latency {
  /** Seconds behind the moment of filming, and those to which the player returns. */
  latencySec: number;
  targetSec: number;
}

/** As the statistics show it. */
async function latencyOf(page: Page): Promise<Latency> {
  const stats = await page.locator('.stats-overlay').innerText();
  const [, latency, target] = /Live latency\s*([\d.]+) s\s*\/\s*([\d.]+) s/.exec(stats) ?? [];
  return { latencySec: Number(latency), targetSec: Number(target) };
}

/**
 * Measures from now on how long the return to within 0.5 s of the target takes.
 * @returns a function that waits for it, a minute at most, and prints what was seen
 */
async function timeReturn(page: Page, disturbance: string): Promise<() => Promise<void>> {
  await chooseInMenu(page, 'Stats for nerds');
  await expect.poll(async () => (await latencyOf(page)).targetSec).toBeGreaterThan(0);
  const from = await latencyOf(page);
  const atMs = performance.now();
  return async () => {
    const isOver = async () => {
      const { latencySec, targetSec } = await latencyOf(page);
      return performance.now() - atMs > 60_000 || latencySec - targetSec < 0.5;
    };
    await expect.poll(isOver, { timeout: 120_000 }).toBe(true);
    const seconds = ((performance.now() - atMs) / 1_000).toFixed(1);
    const { latencySec, targetSec } = await latencyOf(page);
    process.stdout.write(
      `${disturbance}: from ${from.latencySec} s to ${latencySec} s of ${targetSec} s in ${seconds} s\n`,
    );
  };
}

test(
  'a live stream that stalled for want of media jumps to its edge, and plays on there',
  thorough,
  async ({ page, server }) => {
    await stallAndJump(page, server, {});
  },
);

for (const { query, place } of [
  { query: '', place: 'in its worker' },
  { query: '&runtime=main', place: 'on the page' },
]) {
  test(
    `a live stream that stalled for want of media returns to its target latency, with hls.js ${place}`,
    thorough,
    async ({ page, server }) => {
      await stallAndJump(page, server, { query, prints: true });
    },
  );

  test(
    `a live stream plays on after its page was busy for three of every four seconds, with hls.js ${place}`,
    thorough,
    async ({ page, server }) => {
      await openPlaying(page, lowUrl(server.embedOrigin, query));
      await page.evaluate(async () => {
        for (let round = 0; round < 4; round += 1) {
          for (const end = performance.now() + 3_000; performance.now() < end; );
          await new Promise((resolve) => setTimeout(resolve, 1_000));
        }
      });
      await (await timeReturn(page, `page busy${query}`))();
      await watch(page, 1);
    },
  );
}

test(
  'a host hears nothing of the rate with which a live stream catches up, and its own rate is kept',
  thorough,
  async ({ page, server }) => {
    const host = await openHost(page, server, '?v=offstage007');
    await host.click('Play');
    await host.untilState(1);
    await host.untilPlayed(1);
    const video = host.player.locator('video');
    // As the engine does. Whether and when it has to depends on the machine.
    await video.evaluate(async (element: HTMLVideoElement) => {
      const heard = new Promise((resolve) => element.addEventListener('ratechange', resolve));
      element.playbackRate = 1.1;
      await heard;
    });
    await page.evaluate(() => {
      const message = { event: 'command', func: 'setPlaybackRate', args: [0.75] };
      document.querySelector('iframe')?.contentWindow?.postMessage(JSON.stringify(message), '*');
    });
    await expect.poll(() => host.values('onPlaybackRateChange')).toEqual([0.75]);
    expect((await host.info()).playbackRate).toBe(0.75);
    await host.untilPlayed(2);
    expect(await video.evaluate(({ playbackRate }: HTMLVideoElement) => playbackRate)).toBe(0.75);
  },
);

const choices = [
  {
    name: 'seeks back',
    rate: 1,
    async fallBehind(page: Page) {
      await page.locator('video').evaluate((video: HTMLVideoElement) => {
        video.currentTime = video.seekable.end(0) - 30;
      });
    },
    goOn: () => Promise.resolve(),
  },
  {
    name: 'pauses',
    rate: 1,
    async fallBehind(page: Page) {
      await page.keyboard.press('k');
      await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'paused');
      await untilPassed(page, 3);
    },
    goOn: (page: Page) => page.keyboard.press('k'),
  },
  {
    name: 'chooses a slower rate',
    rate: 0.5,
    async fallBehind(page: Page) {
      await setRate(page, 0.5);
      await untilFartherBehind(page, 2);
    },
    goOn: () => Promise.resolve(),
  },
];

for (const { name, rate, fallBehind, goOn } of choices) {
  test(
    `a viewer of a live stream who ${name} stays behind its edge`,
    thorough,
    async ({ page, server }) => {
      await openPlaying(page, lowUrl(server.embedOrigin));
      await watch(page, 1);
      await fallBehind(page);
      const seeks = await recordSeeks(page);
      await goOn(page);
      await watch(page, 3);
      expect((await seeks()).filter(isJump)).toEqual([]);
      expect(await rateOf(page)).toBe(rate);
    },
  );
}

test(
  'a viewer of a live stream who seeks back before its first picture stays there',
  thorough,
  async ({ page, server }) => {
    await page.goto(lowUrl(server.embedOrigin));
    const wanted = await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
      if (video.readyState === 0)
        await new Promise((resolve) => video.addEventListener('loadedmetadata', resolve));
      video.currentTime = video.seekable.end(0) - 30;
      return video.currentTime;
    });
    await expect.poll(() => positionSec(page)).toBeGreaterThan(wanted + 3);
    expect(await positionSec(page)).toBeLessThan(wanted + 20);
  },
);

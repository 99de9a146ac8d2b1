import type { Page } from '@playwright/test';
import { chooseInMenu } from './support/choose-in-menu.ts';
import { type Gate, openGate } from './support/gate.ts';
import { openHost } from './support/host.ts';
import { reachFor } from './support/reach-for.ts';
import { expect, test } from './support/test.ts';
import { thorough } from './support/thorough.ts';

/** The low-latency stream, with its media at the given origin. */
const lowUrl = (origin: string, query = '') =>
  `${origin}/embed/offstage007?autoplay=1&mute=1${query}`;

/** Seconds behind the target latency: the product's promise, if the machine has time for it. */
const withinSec = 0.5;
/** On any machine. Without the player's doing, what is lost stays lost. */
const nearSec = 2;
/** Whole segments and parts, but not playlists: they stay live while nothing of them arrives. */
const mediaPath = /\.m4s$|\.m3u8\/\d+\.\d+$/;

interface Latency {
  /** Seconds behind the moment of filming, and those to which the player returns. */
  latencySec: number;
  targetSec: number;
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0);
  await reachFor(page);
  await chooseInMenu(page, 'Stats for nerds');
  await untilNear(page);
}

/** As the statistics show it. */
async function latencyOf(page: Page): Promise<Latency> {
  const stats = await page.locator('.stats-overlay').innerText();
  const [, latency, target] = /Live latency\s*([\d.]+) s\s*\/\s*([\d.]+) s/.exec(stats) ?? [];
  return { latencySec: Number(latency), targetSec: Number(target) };
}

/** @returns NaN while there are no figures */
async function behindSec(page: Page): Promise<number> {
  const { latencySec, targetSec } = await latencyOf(page);
  return latencySec - targetSec;
}

const timeOf = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
const rateOf = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.playbackRate);

async function untilNear(page: Page, maxSec = nearSec): Promise<void> {
  const isNear = async () => (await behindSec(page)) < maxSec;
  await expect.poll(isNear, { timeout: 120_000 }).toBe(true);
}

/** Reports the duration, which depends on the machine, so that no limit applies to it. */
async function timeReturn(page: Page, disturbance: string): Promise<void> {
  const [atMs, from] = [performance.now(), await latencyOf(page)];
  await untilNear(page, withinSec);
  const seconds = ((performance.now() - atMs) / 1_000).toFixed(1);
  const { latencySec, targetSec } = await latencyOf(page);
  process.stdout.write(
    `${disturbance}: from ${from.latencySec} s to ${latencySec} s of ${targetSec} s in ${seconds} s\n`,
  );
}

/** Plays this many seconds on. */
async function watch(page: Page, seconds: number): Promise<void> {
  const from = await timeOf(page);
  await expect.poll(() => timeOf(page)).toBeGreaterThan(from + seconds);
}

/** Withholds all media until playback is far behind. */
async function fallBehind(page: Page, gate: Gate): Promise<void> {
  const letGo = gate.hold(({ url = '' }) => mediaPath.test(url));
  await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'buffering');
  await expect.poll(() => behindSec(page)).toBeGreaterThan(2 * nearSec);
  letGo();
}

test('a live stream that stalled for want of media returns to its edge [feature-low-latency]', async ({
  page,
  server,
}) => {
  const gate = await openGate(server.embedOrigin);
  await open(page, lowUrl(gate.origin));
  await fallBehind(page, gate);
  await untilNear(page);
  // It stays there.
  await watch(page, 5);
  await untilNear(page);
  await gate.close();
});

for (const { query, place } of [
  { query: '', place: 'in its worker' },
  { query: '&runtime=main', place: 'on the page' },
]) {
  test(
    `a live stream that stalled returns to its target latency, with hls.js ${place}`,
    thorough,
    async ({ page, server }) => {
      const gate = await openGate(server.embedOrigin);
      await open(page, lowUrl(gate.origin, query));
      await fallBehind(page, gate);
      await timeReturn(page, `withheld media, hls.js ${place}`);
      await gate.close();
    },
  );

  test(
    `a live stream returns to its target latency after its page was busy for three of every four seconds, with hls.js ${place}`,
    thorough,
    async ({ page, server }) => {
      await open(page, lowUrl(server.embedOrigin, query));
      await page.evaluate(async () => {
        for (let round = 0; round < 4; round += 1) {
          for (const end = performance.now() + 3_000; performance.now() < end; );
          await new Promise((resolve) => setTimeout(resolve, 1_000));
        }
      });
      await timeReturn(page, `busy page, hls.js ${place}`);
    },
  );
}

test('a host sees nothing of a catch-up by rate, and the rate that it chooses is kept', async ({
  page,
  server,
}) => {
  const host = await openHost(page, server, '?v=offstage007');
  await host.click('Play');
  await host.untilState(1);
  const video = host.player.locator('video');
  const rate = () => video.evaluate(({ playbackRate }: HTMLVideoElement) => playbackRate);
  await host.untilPlayed(2);
  let fastest = 1;
  // A machine without time may be so far behind that the player jumps.
  const fallsBehindALittle = async () => {
    fastest = Math.max(fastest, await rate());
    if (fastest > 1) return true;
    // Less than the seek of a viewer who wants to see something again.
    await video.evaluate((element: HTMLVideoElement) => {
      element.currentTime -= 0.9;
    });
    return false;
  };
  await expect.poll(fallsBehindALittle, { intervals: [2_000], timeout: 120_000 }).toBe(true);
  expect(fastest).toBeLessThan(1.25);
  expect(await host.values('onPlaybackRateChange')).toEqual([]);
  expect((await host.info()).playbackRate).toBe(1);

  await page.evaluate(() => {
    const message = { event: 'command', func: 'setPlaybackRate', args: [0.75] };
    document.querySelector('iframe')?.contentWindow?.postMessage(JSON.stringify(message), '*');
  });
  await expect.poll(() => host.values('onPlaybackRateChange')).toEqual([0.75]);
  await host.untilPlayed(2);
  expect(await rate()).toBe(0.75);
});

test('a viewer who seeks back, pauses or chooses a rate stays behind the edge, until a seek to it', async ({
  page,
  server,
}) => {
  await open(page, lowUrl(server.embedOrigin));
  const video = page.locator('video');
  const seekBack = (seconds: number) =>
    video.evaluate((element: HTMLVideoElement, back) => {
      element.currentTime = element.seekable.end(0) - back;
    }, seconds);

  const returnToEdge = async () => {
    await seekBack(1.5);
    // A pause before anything has played is a late start, not a choice.
    await watch(page, 1);
    await untilNear(page);
  };

  await seekBack(30);
  await watch(page, 4);
  expect(await behindSec(page)).toBeGreaterThan(20);
  expect(await rateOf(page)).toBe(1);

  await returnToEdge();
  await page.keyboard.press('k');
  await expect.poll(() => behindSec(page)).toBeGreaterThan(3);
  await page.keyboard.press('k');
  await watch(page, 4);
  expect(await behindSec(page)).toBeGreaterThan(2.5);
  expect(await rateOf(page)).toBe(1);

  await returnToEdge();
  await video.evaluate((element: HTMLVideoElement) => {
    element.playbackRate = 0.5;
  });
  await expect.poll(() => behindSec(page)).toBeGreaterThan(2.5);
  expect(await rateOf(page)).toBe(0.5);
});

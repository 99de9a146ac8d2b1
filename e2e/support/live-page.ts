import type { Page } from '@playwright/test';
import type { LiveWriter } from './live-writer.ts';
import type { Server } from './server-process.ts';
import { expect } from './test.ts';

export const pausedText = 'The stream is paused by the sender. It continues as soon as it is back.';

type Origin = Pick<Server, 'embedOrigin'>;

export const addressOf = (server: Origin, { id }: Pick<LiveWriter, 'id'>) =>
  `${server.embedOrigin}/embed/${id}?autoplay=1&mute=1`;

/** Waits until the library has the stream. */
export async function untilLive(
  page: Page,
  server: Origin,
  writer: Pick<LiveWriter, 'id'>,
): Promise<void> {
  await expect
    .poll(async () => (await page.request.get(addressOf(server, writer))).text())
    .toContain('"isLive":true');
}

/** Opens the page once the library has the stream, and waits until it plays. */
export async function openOnceLive(
  page: Page,
  server: Origin,
  writer: Pick<LiveWriter, 'id'>,
): Promise<void> {
  await untilLive(page, server, writer);
  await page.goto(addressOf(server, writer));
  await expectMoving(page);
}

/** Waits until two more seconds of the stream have played; a jump does not count. */
export async function expectMoving(page: Page): Promise<void> {
  const played = await page.locator('video').evaluateHandle((video: HTMLVideoElement) => {
    const count = { seconds: 0 };
    let atSec = video.currentTime;
    const moveOn = () => {
      atSec = video.currentTime;
    };
    video.addEventListener('seeking', moveOn);
    video.addEventListener('emptied', moveOn);
    video.addEventListener('timeupdate', () => {
      if (!video.seeking) count.seconds += Math.max(0, video.currentTime - atSec);
      moveOn();
    });
    return count;
  });
  try {
    // The player loads a stream again that has stood still for 15 seconds.
    await expect
      .poll(() => played.evaluate(({ seconds }) => seconds), { timeout: 120_000 })
      .toBeGreaterThan(2);
  } catch (error) {
    throw new Error(`the stream stands still: ${await describeMedia(page)}`, { cause: error });
  }
}

function describeMedia(page: Page): Promise<string> {
  return page.locator('video').evaluate((video: HTMLVideoElement) => {
    const { currentTime, buffered, readyState, playbackRate, seeking, paused } = video;
    const ranges = Array.from({ length: buffered.length }, (_, index) => [
      buffered.start(index),
      buffered.end(index),
    ]);
    return JSON.stringify({ currentTime, ranges, readyState, playbackRate, seeking, paused });
  });
}

export function positionSec(page: Page): Promise<number> {
  return page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
}

/** @returns a function that waits until the player has removed the media of now */
export async function noteMedia(page: Page): Promise<() => Promise<void>> {
  const video = await page.locator('video').elementHandle();
  const removed = await page.evaluateHandle((element) => {
    const removal = { isOver: false };
    element?.addEventListener('emptied', () => {
      removal.isOver = true;
    });
    return removal;
  }, video);
  // The player itself waits for media for 15 seconds.
  return () =>
    expect.poll(() => removed.evaluate(({ isOver }) => isOver), { timeout: 120_000 }).toBe(true);
}

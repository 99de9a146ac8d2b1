import type { Locator } from '@playwright/test';

/** Plays slowly what must not be over before the test has seen it; other sources too. */
export async function setRate(video: Locator, playbackRate: number): Promise<void> {
  await video.evaluate((element, rate) => {
    Object.assign(element, { playbackRate: rate, defaultPlaybackRate: rate });
  }, playbackRate);
}

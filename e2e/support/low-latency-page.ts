import type { Page } from '@playwright/test';
import { positionSec } from './live-page.ts';
import { reachFor } from './reach-for.ts';
import { expect } from './test.ts';

/** The low-latency stream. */
export const lowUrl = (origin: string, query = '') =>
  `${origin}/embed/offstage007?autoplay=1&mute=1${query}`;

/** Whole segments and parts, but not playlists: they stay live while nothing of them arrives. */
export const mediaPath = /\.m4s$|\.m3u8\/\d+\.\d+$/;

export async function openPlaying(page: Page, url: string): Promise<void> {
  await page.goto(url);
  // Not its position: before its first picture, a stream already seeks to its edge.
  await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'playing');
  await reachFor(page);
}

/** Seconds between the position and the newest known one. */
export const behindSec = (page: Page) =>
  page
    .locator('video')
    .evaluate(({ seekable, currentTime }: HTMLVideoElement) => seekable.end(0) - currentTime);

/** Plays this many seconds on. */
export async function watch(page: Page, seconds: number): Promise<void> {
  const from = await positionSec(page);
  await expect.poll(() => positionSec(page)).toBeGreaterThan(from + seconds);
}

import type { Page } from '@playwright/test';

/** From a position to another, in seconds. */
export interface Seek {
  from: number;
  to: number;
}

/** Farther than engines seek to pass a gap. */
const jumpSec = 2;

export const isJump = ({ from, to }: Seek): boolean => to - from > jumpSec;

/**
 * Records the seeks of the page's video from now on: the viewer's, the player's and the engine's.
 * @returns a function that reads those so far
 */
export async function recordSeeks(page: Page): Promise<() => Promise<Seek[]>> {
  const seeks = await page.locator('video').evaluateHandle((video: HTMLVideoElement) => {
    const recorded: { from: number; to: number }[] = [];
    let from = video.currentTime;
    video.addEventListener('timeupdate', () => {
      if (!video.seeking) from = video.currentTime;
    });
    video.addEventListener('seeking', () => {
      recorded.push({ from, to: video.currentTime });
      from = video.currentTime;
    });
    return recorded;
  });
  return () => seeks.jsonValue();
}

import type { Frame, Page } from '@playwright/test';
import { expect } from '../../support/test.ts';

/** Resolves with the players of a page, once this many are there and accept commands. */
export async function embedFrames(page: Page, count: number): Promise<Frame[]> {
  const frames = () => page.frames().filter((frame) => frame.url().includes('/embed/'));
  await expect.poll(() => frames().length).toBe(count);
  for (const frame of frames()) {
    await frame.waitForFunction(() => 'offstage' in window);
    await frame.evaluate(() => window.offstage.ready);
  }
  return frames();
}

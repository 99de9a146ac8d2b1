import type { Page } from '@playwright/test';
import { playerFrame } from './sequences.ts';

/**
 * For what a script of the player does when it comes: that its file has come says only that it soon
 * will.
 * Call it before the page is opened.
 * @returns resolves when the script has run, and what the player does with it then is done
 */
export function scriptRuns(page: Page, name: RegExp): () => Promise<void> {
  const answered = page.waitForResponse(name);
  return async () => {
    const url = (await answered).url();
    // The same module; who asked for it first is told first.
    await playerFrame(page).evaluate((address) => import(address).then(() => {}), url);
  };
}

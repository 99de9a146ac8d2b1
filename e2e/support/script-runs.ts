import type { Page } from '@playwright/test';
import { playerFrame } from './sequences.ts';

/**
 * For the effects of a player script: a loaded file has not necessarily run yet.
 * Call it before the page is opened.
 * @returns resolves when the script has run, and the player's reaction to it is complete
 */
export function scriptRuns(page: Page, name: RegExp): () => Promise<void> {
  const answered = page.waitForResponse(name);
  return async () => {
    const url = (await answered).url();
    // The same module; importers are notified in the order of their requests.
    await playerFrame(page).evaluate((address) => import(address).then(() => {}), url);
  };
}

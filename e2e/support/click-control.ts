import type { Locator } from '@playwright/test';

/**
 * A viewer's pointer moves to a button of the controls, which shows them, and rests there, which
 * keeps them; then it clicks. A plain click needs the button to be shown beforehand, and on a slow
 * machine the controls of a playing video have hidden by then.
 */
export async function clickControl(button: Locator): Promise<void> {
  await button.hover({ force: true });
  await button.click();
}

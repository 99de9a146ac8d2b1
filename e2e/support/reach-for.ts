import type { FrameLocator, Page } from '@playwright/test';
import { expect } from './test.ts';

/**
 * A viewer reaches for the player, which until then is a poster and a button, and gets its
 * controls.
 */
export async function reachFor(player: Page | FrameLocator): Promise<void> {
  // Before that nobody listens.
  await expect(player.locator('.player')).not.toHaveAttribute('data-state', 'unstarted');
  await player.locator('.player').hover({ position: { x: 5, y: 5 } });
  await expect(player.locator('.bar')).toBeAttached();
}

import type { FrameLocator, Page } from '@playwright/test';
import { expect } from './test.ts';

/**
 * A viewer's pointer reaches the player, which until then is a poster and a button, and the
 * controls appear.
 */
export async function reachFor(player: Page | FrameLocator): Promise<void> {
  // Until then no listener exists.
  await expect(player.locator('.player')).not.toHaveAttribute('data-state', 'unstarted');
  await player.locator('.player').hover({ position: { x: 5, y: 5 } });
  await expect(player.locator('.bar')).toBeAttached();
}

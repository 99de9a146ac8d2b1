import type { BrowserContext } from '@playwright/test';

/**
 * Hides the first mouse event of each page from it: Chromium's headless shell has a mouse that
 * rests at 0, 0, and reports it as moved when a page appears, a moment later on a busy machine. To
 * the page, a viewer would then have reached for the player.
 */
export async function ignoreRestingMouse(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const ignore = (event: PointerEvent) => {
      const { isTrusted, clientX, clientY, movementX, movementY } = event;
      if (isTrusted && [clientX, clientY, movementX, movementY].every((each) => each === 0))
        event.stopImmediatePropagation();
    };
    addEventListener('pointermove', ignore, { capture: true });
  });
}

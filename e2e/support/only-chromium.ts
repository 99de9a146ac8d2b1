/**
 * Marks a test of the host interface that only Chromium can run: it needs a switch of Chromium, a
 * measure or `MediaSource` in workers, which others do not have, or the mouse inside the player's
 * frame, where Playwright's does not arrive in Firefox.
 */
export const onlyChromium = { tag: '@chromium' };

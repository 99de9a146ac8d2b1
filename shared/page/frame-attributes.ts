/**
 * Permissions that a frame's `allow` grants the player; `clipboard-write` and `web-share` are for
 * the share panel. Full screen is left out: `allowfullscreen` works in every browser, and Chromium
 * warns about frames that have both.
 */
export const frameFeatures =
  'autoplay; clipboard-write; encrypted-media; picture-in-picture; web-share';

/** The player must learn which page embeds it, but only that page's origin. */
export const frameReferrerPolicy = 'strict-origin-when-cross-origin';

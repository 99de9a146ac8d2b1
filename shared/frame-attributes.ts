/**
 * What a frame needs to let the player do, as `allow` says it; `clipboard-write` and `web-share` are the share panel's. Full screen
 * is not in it: `allowfullscreen` says it to every browser, and Chromium remarks on frames that say it twice.
 */
export const frameFeatures =
  'autoplay; clipboard-write; encrypted-media; picture-in-picture; web-share';

/** The player must learn which page it is in, and no more of its address than that. */
export const frameReferrerPolicy = 'strict-origin-when-cross-origin';

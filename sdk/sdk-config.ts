/**
 * The build replaces this with the expression that finds the host; a package that pages bundle
 * cannot know it.
 */
declare const __SDK_HOST__: string;

/**
 * Defaults of all players; pages may change them before they create one.
 * `host`: where the player page is served, scheme and authority, e.g. `https://player.example`. It
 * starts as the origin that this script came from. In the npm package it is empty: a page sets it
 * once, or passes every player a `host`.
 */
export const sdkConfig: { host: string } = { host: __SDK_HOST__ };

/** Replaced by the build with the expression that finds it; a package that pages bundle cannot know it. */
declare const __SDK_HOST__: string;

/**
 * What all players start from; pages may change it before they make one.
 * `host`: where the player page is served, scheme and authority, e.g. `https://player.example`. From the start it is the
 * origin that this script came from; empty in the npm package, where a page sets it once or gives every player a `host`.
 */
export const sdkConfig: { host: string } = { host: __SDK_HOST__ };

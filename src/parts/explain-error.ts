/**
 * Fixes for the developer of a host page. In English, because hosts print them; viewers read a
 * message in their language. `docs/host-api.md` has the same by number.
 */
const fixes = new Map([
  ['api.invalidparam', 'Check the id of the video.'],
  ['auth.private', 'Add a token to the frame’s address.'],
  ['auth.expired', 'Make a new token.'],
  ['auth.location', 'Add allow="geolocation" to the frame.'],
  ['embedding.domain', 'Ask the operator to allow this page.'],
  [
    'embedder.identity.missing.referrer',
    'Add referrerpolicy="strict-origin-when-cross-origin" to the frame.',
  ],
  ['drm.unavailable.not_allowed', 'Add allow="encrypted-media" to the frame.'],
  ['drm.unavailable.insecure', 'Load the page by https.'],
  ['net.retryexhausted', 'Try again later.'],
]);

/** Explains the number of an `onError`. */
export interface ExplainedError {
  name: string;
  /** For the developer of the host page. */
  fix: string;
}

/** @param name may be longer than a known one: `auth.location.denied` */
export function explainError(name: string): ExplainedError {
  const known = fixes.get(name) ?? fixes.get(name.replace(/\.\w+$/, ''));
  return { name, fix: known ?? 'Ask the operator of the player.' };
}

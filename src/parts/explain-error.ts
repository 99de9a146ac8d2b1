/**
 * Fixes for the developer of a host page, in English: hosts print them, viewers read a message in
 * their language. `docs/host-api.md` has the same by number.
 */
const fixes = new Map([
  ['api.invalidparam', 'Check the id: 11 characters of A-Z a-z 0-9 _ -.'],
  ['auth.private', 'Give the frame a signed address: a token for this video.'],
  ['auth.expired', 'Make a new token.'],
  ['auth.location', 'Add geolocation to the allow attribute of the frame.'],
  ['embedding.domain', 'Ask the operator to allow this page.'],
  [
    'embedder.identity.missing.referrer',
    'Give the frame referrerpolicy="strict-origin-when-cross-origin".',
  ],
  ['drm.unavailable.not_allowed', 'Add encrypted-media to the allow attribute of the frame.'],
  ['drm.unavailable.insecure', 'Load the page by https.'],
  ['net.retryexhausted', 'Try again later.'],
]);

/** Explains the number of an `onError`. */
export interface ExplainedError {
  name: string;
  /** A sentence for the developer of the host page. */
  fix: string;
}

/** @param name may be longer than a known one: `auth.location.denied` */
export function explainError(name: string): ExplainedError {
  const known = fixes.get(name) ?? fixes.get(name.replace(/\.\w+$/, ''));
  return { name, fix: known ?? 'Ask the operator of the player.' };
}

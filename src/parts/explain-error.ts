import { readApiOrigin } from './read-api-origin.ts';

/**
 * Fixes for the developer of a host page. In English, because hosts print them; viewers read a
 * message in their language. `docs/host-api.md` has the same by number.
 */
const fixes = new Map([
  ['api.invalidparam', 'Check the id of the video.'],
  ['auth.private', 'Give the frame a token of this id and the server’s key.'],
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

/**
 * @param name may be longer than a known one: `auth.location.denied`
 * @param message the server's; it knows which pages a token allows
 * @param page where the error happened
 */
export function explainError(
  name: string,
  message?: string | null,
  page: PageAddress = readAddress(),
): ExplainedError {
  const fix =
    (name === 'embedding.domain' && message) ||
    fixForPage(name, page) ||
    fixes.get(name) ||
    fixes.get(name.replace(/\.\w+$/, '')) ||
    'Ask the operator of the player.';
  return { name, fix };
}

export interface PageAddress {
  /** Empty, unless the page is hosted elsewhere (`docs/static-hosting.md`). */
  apiOrigin: string;
  ownOrigin: string;
}

function readAddress(): PageAddress {
  return { apiOrigin: readApiOrigin(), ownOrigin: globalThis.location?.origin };
}

/** Fixes that differ on a page whose API is elsewhere. Empty if there is none. */
function fixForPage(name: string, { apiOrigin, ownOrigin }: PageAddress): string {
  if (apiOrigin === '' || apiOrigin === ownOrigin) return '';
  // Such a page cannot read tokens, because its files are the same for everyone.
  if (name === 'auth.private') return `Embed it from ${apiOrigin}, with a token.`;
  // A page cannot tell a call refused by CORS from a lost connection.
  return name === 'net.retryexhausted'
    ? `Try again later, or start ${apiOrigin} with --page-origin ${ownOrigin} and the --api-key of publish.`
    : '';
}

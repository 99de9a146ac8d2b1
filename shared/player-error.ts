/**
 * The player's error names and the numbers a host page receives for them in `onError` (specification §8, with the
 * YouTube IFrame API's 100 for a video that does not exist and 153 for a host page that does not say who it is). `{host}` of the specification is the embedding restriction.
 */
const hostErrorCodes = {
  'api.invalidparam': 2,
  'video.notfound': 100,
  auth: 150,
  'drm.auth': 150,
  'embedding.domain': 150,
  'heartbeat.servererror': 150,
  'heartbeat.stop': 150,
  'html5.unsupportedads': 5,
  'fmt.noneavailable': 5,
  'fmt.decode': 5,
  'fmt.unplayable': 5,
  'html5.missingapi': 5,
  'html5.unsupportedlive': 5,
  'drm.unavailable': 5,
  'mrm.blocked': 151,
  'embedder.identity.denied': 152,
  'embedder.identity.missing.referrer': 153,
  /** ours: the media could not be fetched. */
  'net.retryexhausted': 5,
} as const;

export type PlayerErrorName = keyof typeof hostErrorCodes;

/** §8: whatever has no row of its own. */
const defaultHostErrorCode = 5;

/** @returns the number for the host page; that of `auth` for `auth.…`, and 5 for any other name without a row */
export function hostErrorCode(name: string): number {
  if (name.startsWith('auth.')) return hostErrorCodes.auth;
  return Object.hasOwn(hostErrorCodes, name) ? hostErrorCodes[name as PlayerErrorName] : defaultHostErrorCode;
}

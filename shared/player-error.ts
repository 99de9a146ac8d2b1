/**
 * The player's error names and the numbers a host page receives for them in `onError` (specification §8, with the
 * YouTube IFrame API's 100 for a video that does not exist and 153 for a host page that does not say who it is). `{host}` of the specification is the embedding restriction.
 * The page's first script has this table: names whose number is the default one are only types.
 */
const hostErrorCodes = {
  'api.invalidparam': 2,
  'video.notfound': 100,
  'embedding.domain': 150,
  'heartbeat.servererror': 150,
  'heartbeat.stop': 150,
  'mrm.blocked': 151,
  'embedder.identity.denied': 152,
  'embedder.identity.missing.referrer': 153,
} as const;

/** §8: 5, as whatever has no row of its own. */
type PlainErrorName =
  | 'html5.unsupportedads'
  | 'fmt.noneavailable'
  | 'fmt.decode'
  | 'fmt.unplayable'
  | 'html5.missingapi'
  | 'html5.unsupportedlive'
  | 'drm.unavailable';

/** §8: 150, with all that begin like them. */
type RefusalName = 'auth' | 'drm.auth';

/** Ours: what the specification has one name for, or none. */
type OwnErrorName =
  /** The media could not be fetched. */
  | 'net.retryexhausted'
  /** A private video, without a signed address that opens it … */
  | 'auth.private'
  /** … or with one whose time is over. */
  | 'auth.expired'
  /** The licence, or its key, is over. */
  | 'drm.auth.expired'
  /** The host's frame does not let the player decrypt. */
  | 'drm.unavailable.not_allowed'
  /** Browsers decrypt only in pages that came by https. */
  | 'drm.unavailable.insecure'
  /** The screen, or how it is connected, is not protected enough. */
  | 'drm.output_restricted'
  /** The licence server did not answer. */
  | 'drm.unreachable';

export type PlayerErrorName = keyof typeof hostErrorCodes | RefusalName | PlainErrorName | OwnErrorName;

const refusalHostErrorCode = 150;
const defaultHostErrorCode = 5;

/** @returns the number for the host page; that of `auth` for `auth.…`, of `drm.auth` for `drm.auth.…`, and 5 for any other name without a row */
export function hostErrorCode(name: string): number {
  if (/^(drm\.)?auth(\.|$)/.test(name)) return refusalHostErrorCode;
  return Object.hasOwn(hostErrorCodes, name)
    ? hostErrorCodes[name as keyof typeof hostErrorCodes]
    : defaultHostErrorCode;
}

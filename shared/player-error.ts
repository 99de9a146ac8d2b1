/**
 * The player's error names and the numbers that a host page receives for them in `onError` (specification §8, with the
 * YouTube IFrame API's 100 for a video that does not exist and 153 for a host page that does not say who it is).
 * The page's first script has this table: names without a row in it are only types.
 */
const hostErrorCodes = {
  'api.invalidparam': 2,
  'video.notfound': 100,
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

/** §8: 150, with all that begin with `auth` or `drm.auth`. */
type RefusalName =
  | 'auth'
  | 'drm.auth'
  | 'embedding.domain'
  | 'heartbeat.servererror'
  | 'heartbeat.stop';

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

export type PlayerErrorName =
  | keyof typeof hostErrorCodes
  | RefusalName
  | PlainErrorName
  | OwnErrorName;

/** §8: 150 is for `auth` and `drm.auth` with all that begin like them, and for `{host}`: any host name. */
const refusalHostErrorCode = 150;
/** `embedding.domain` and `heartbeat.…` look like host names too. So do the other names without a row, which begin with one of four words. */
const isRefusal = /^((drm\.)?auth(\..*)?|(?!(drm|fmt|html5|net)\.)([\w-]+\.)+[a-z][\w-]+)$/;

const defaultHostErrorCode = 5;

/** @returns the number for the host page: of its row, 150 for a refusal, and 5 for any other name */
export function hostErrorCode(name: string): number {
  if (Object.hasOwn(hostErrorCodes, name))
    return hostErrorCodes[name as keyof typeof hostErrorCodes];
  return isRefusal.test(name) ? refusalHostErrorCode : defaultHostErrorCode;
}

/**
 * The player's error names and the numbers that a host page receives for them in `onError`
 * (specification §8). Two numbers are the YouTube IFrame API's: 100, for a video that does not
 * exist, and 153, for a host page without a referrer. The page's first script contains this table;
 * names without a row in it are only types.
 */
const hostErrorCodes = {
  'api.invalidparam': 2,
  'video.notfound': 100,
  'mrm.blocked': 151,
  'embedder.identity.denied': 152,
  'embedder.identity.missing.referrer': 153,
} as const;

/** §8: 5, as for every name without a row. */
type PlainErrorName =
  | 'html5.unsupportedads'
  | 'fmt.noneavailable'
  | 'fmt.decode'
  | 'fmt.unplayable'
  | 'html5.missingapi'
  | 'html5.unsupportedlive'
  | 'drm.unavailable';

/** §8: 150, with all names that begin with `auth` or `drm.auth`. */
type RefusalName =
  | 'auth'
  | 'drm.auth'
  | 'embedding.domain'
  | 'heartbeat.servererror'
  | 'heartbeat.stop';

/** Our own names, where the specification has only one for several cases, or none. */
type OwnErrorName =
  /** The media could not be fetched. */
  | 'net.retryexhausted'
  /** A private video, without a signed URL that grants access. */
  | 'auth.private'
  /** A private video, whose signed URL has expired. */
  | 'auth.expired'
  /** The licence or its key has expired. */
  | 'drm.auth.expired'
  /** The host's frame does not allow decryption. */
  | 'drm.unavailable.not_allowed'
  /** Browsers decrypt only in pages loaded over https. */
  | 'drm.unavailable.insecure'
  /** The screen or its connection is not sufficiently protected. */
  | 'drm.output_restricted'
  /** The licence server did not answer. */
  | 'drm.unreachable';

export type PlayerErrorName =
  | keyof typeof hostErrorCodes
  | RefusalName
  | PlainErrorName
  | OwnErrorName;

/** §8: 150 is for names that begin with `auth` or `drm.auth`, and for `{host}`: any host name. */
const refusalHostErrorCode = 150;
/**
 * `embedding.domain` and `heartbeat.…` also look like host names. So do the other names without a
 * row; those begin with one of four words.
 */
const isRefusal = /^((drm\.)?auth(\..*)?|(?!(drm|fmt|html5|net)\.)([\w-]+\.)+[a-z][\w-]+)$/;

const defaultHostErrorCode = 5;

/** @returns the number for the host page: its row's, 150 for a refusal, 5 for any other name */
export function hostErrorCode(name: string): number {
  if (Object.hasOwn(hostErrorCodes, name))
    return hostErrorCodes[name as keyof typeof hostErrorCodes];
  return isRefusal.test(name) ? refusalHostErrorCode : defaultHostErrorCode;
}

import type { PlayerErrorName } from '../../../shared/player/player-error.ts';

/** Actions that the error screen offers beside the message. */
export interface ErrorWays {
  /** Offer a retry: the error may pass, by itself or after the viewer did what the message says. */
  canPass?: true;
  /** Link to the video's own page: the page around the player causes the error. */
  isFrameInTheWay?: true;
}

/**
 * Errors about the viewer's position. The services choose one by the result of the position
 * request.
 */
type PositionErrorName = 'auth.location' | 'auth.location.not_allowed' | 'auth.location.refused';

const final: ErrorWays = {};
const passing: ErrorWays = { canPass: true };
const framed: ErrorWays = { isFrameInTheWay: true };

const errorWays: Readonly<Record<PlayerErrorName | PositionErrorName, ErrorWays>> = {
  'api.invalidparam': final,
  'video.notfound': final,
  'mrm.blocked': final,
  'embedder.identity.denied': framed,
  'embedder.identity.missing.referrer': framed,
  'embedding.domain': framed,
  'html5.unsupportedads': final,
  'html5.missingapi': final,
  'html5.unsupportedlive': final,
  'fmt.noneavailable': final,
  'fmt.decode': passing,
  'fmt.unplayable': final,
  'net.retryexhausted': passing,
  'heartbeat.servererror': passing,
  'heartbeat.stop': final,
  auth: final,
  'auth.private': final,
  'auth.expired': final,
  'auth.location': passing,
  'auth.location.not_allowed': { ...passing, ...framed },
  'auth.location.refused': { ...passing, ...framed },
  'drm.auth': passing,
  'drm.auth.expired': passing,
  'drm.unavailable': passing,
  'drm.unavailable.not_allowed': passing,
  'drm.unavailable.insecure': passing,
  'drm.output_restricted': passing,
  'drm.unreachable': passing,
};

/**
 * @param name may be unknown, from an operator's API. Then the longest known name that it begins
 * with counts: `drm.auth` for `drm.auth.region` (specification §8)
 */
export function waysOn(name: string): ErrorWays {
  if (Object.hasOwn(errorWays, name)) return errorWays[name as keyof typeof errorWays];
  const end = name.lastIndexOf('.');
  return end < 0 ? final : waysOn(name.slice(0, end));
}

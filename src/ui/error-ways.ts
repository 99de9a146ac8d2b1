import type { PlayerErrorName } from '../../shared/player-error.ts';

/** What the error screen offers the viewer beside the message. */
export interface ErrorWays {
  /** The error may pass, by itself or once the viewer has done what the message says: retry. */
  mayPass?: true;
  /** The page around the player is in the way: watch the video on its own page. */
  isFrameInTheWay?: true;
}

/** Errors of the viewer's position come from the services, by the outcome of asking for it. */
type PositionErrorName = 'auth.location' | 'auth.location.not_allowed' | 'auth.location.refused';

const final: ErrorWays = {};
const passing: ErrorWays = { mayPass: true };
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
 * @param name also one that an operator's API made up: it counts as the longest known name that it
 *   begins with, as `drm.auth.region` counts as `drm.auth` (specification §8)
 */
export function waysOn(name: string): ErrorWays {
  if (Object.hasOwn(errorWays, name)) return errorWays[name as keyof typeof errorWays];
  const end = name.lastIndexOf('.');
  return end < 0 ? final : waysOn(name.slice(0, end));
}

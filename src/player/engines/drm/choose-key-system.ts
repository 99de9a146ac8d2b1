import type { DrmInfo } from '../../../../shared/drm.ts';
import type { PlayerErrorName } from '../../../../shared/player-error.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { readAs } from '../../../../shared/shape.ts';
import { drmListShape } from '../../../../shared/shapes/drm-list.ts';

/** What this page may use of Encrypted Media Extensions. */
export interface EmePlatform {
  isSecureContext: boolean;
  /** Absent in pages that did not come by https, and in browsers without it. */
  requestAccess:
    | ((keySystem: string, config: MediaKeySystemConfiguration[]) => Promise<unknown>)
    | undefined;
}

/** Any MP4 with H.264, the usual formats of initialization data; robustness is the browser's affair. */
const configuration: MediaKeySystemConfiguration[] = [
  {
    initDataTypes: ['cenc', 'keyids', 'sinf', 'skd'],
    videoCapabilities: [{ contentType: 'video/mp4; codecs="avc1.42E01E"' }],
  },
];

/**
 * The first of a source's key systems that this browser has. Asked before an engine is: engines do not say why there is none.
 * @param drm as the player response has it, not yet checked
 * @returns as the error's code its name in the error catalogue
 */
export async function chooseKeySystem(
  drm: unknown,
  { isSecureContext, requestAccess }: EmePlatform,
): Promise<Result<DrmInfo, PlayerErrorName>> {
  const wanted = readAs(drmListShape, drm);
  if (wanted === null) return err('drm.unavailable', 'the key systems of the source are malformed');
  if (requestAccess === undefined)
    return isSecureContext
      ? err('drm.unavailable', 'the browser does not support Encrypted Media Extensions')
      : err('drm.unavailable.insecure', 'the page is not https');
  let isNotAllowed = false;
  for (const info of wanted) {
    try {
      await requestAccess(info.keySystem, configuration);
      return ok(info);
    } catch (error) {
      // W3C EME: what the frame's `allow` leaves out is refused so, what the browser does not have with NotSupportedError.
      isNotAllowed ||=
        error instanceof Error && /^(SecurityError|NotAllowedError)$/.test(error.name);
    }
  }
  return isNotAllowed
    ? err('drm.unavailable.not_allowed', 'the frame has no allow="encrypted-media"')
    : err('drm.unavailable', 'the browser supports none of the key systems of the source');
}

import type { DrmInfo } from '../../../../shared/player/drm.ts';
import type { PlayerErrorName } from '../../../../shared/player/player-error.ts';
import { drmListShape } from '../../../../shared/player/shapes/drm-list.ts';
import { err, ok, type Result } from '../../../../shared/tools/result.ts';
import { readAs } from '../../../../shared/tools/shape.ts';

/** The Encrypted Media Extensions as this page may use them. */
export interface EmePlatform {
  isSecureContext: boolean;
  /** Absent on pages without https, and in browsers that lack the API. */
  requestAccess:
    | ((keySystem: string, config: MediaKeySystemConfiguration[]) => Promise<unknown>)
    | undefined;
}

/**
 * Requests any MP4 with H.264 and the usual initialization data. The browser chooses the
 * robustness.
 */
const configuration: MediaKeySystemConfiguration[] = [
  {
    initDataTypes: ['cenc', 'keyids', 'sinf', 'skd'],
    videoCapabilities: [{ contentType: 'video/mp4; codecs="avc1.42E01E"' }],
  },
];

/**
 * Chooses the first of the source's key systems that this browser supports. Checked before the
 * engine is created, because engines do not say why none works.
 * @param drm from the player response, not validated yet
 * @returns an error whose code is a name in the error catalogue
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
      // W3C EME: a frame without the permission gets one of these errors; an unsupported key system
      // gets NotSupportedError.
      isNotAllowed ||=
        error instanceof Error && /^(SecurityError|NotAllowedError)$/.test(error.name);
    }
  }
  return isNotAllowed
    ? err('drm.unavailable.not_allowed', 'the frame has no allow="encrypted-media"')
    : err('drm.unavailable', 'the browser supports none of the key systems of the source');
}

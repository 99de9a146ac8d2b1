import type { IKeySystemOption, IPlayerError } from 'rx-player/types';
import type { DrmInfo } from '../../../../shared/player/drm.ts';
import { keyStatusFailure, licenceFailure } from '../../../../shared/player/licence-failure.ts';
import type { PlayerErrorName } from '../../../../shared/player/player-error.ts';
import { err, ok, type Result } from '../../../../shared/tools/result.ts';
import { fetchCertificate, fetchLicence, LicenceError } from './fetch-licence.ts';

/**
 * Key system options for RxPlayer. RxPlayer loses why `getLicense` failed, so this remembers it.
 */
export interface RxKeySystem {
  option: IKeySystemOption;
  /** @returns the catalogue name for one of RxPlayer's decryption errors */
  failureName(error: IPlayerError): PlayerErrorName;
}

/**
 * @returns an error, with a name in the error catalogue, if the required certificate cannot be
 *   fetched
 */
export async function createRxKeySystem(
  info: DrmInfo,
): Promise<Result<RxKeySystem, PlayerErrorName>> {
  let refused: LicenceError | null = null;
  const { certificateUrl } = info;
  let serverCertificate: ArrayBuffer | null = null;
  try {
    if (certificateUrl !== undefined) serverCertificate = await fetchCertificate(certificateUrl);
  } catch (error) {
    return err(licenceFailure(error instanceof LicenceError ? error.status : null), String(error));
  }
  return ok({
    option: {
      type: info.keySystem,
      async getLicense(message) {
        try {
          return await fetchLicence(info, message);
        } catch (error) {
          if (error instanceof LicenceError) refused = error;
          // A refused licence would be refused again, so RxPlayer must not retry.
          throw Object.assign(new Error(String(error)), {
            noRetry: refused !== null && refused.status !== 0,
          });
        }
      },
      ...(serverCertificate !== null && { serverCertificate }),
    },
    failureName(error) {
      if (error.type !== 'ENCRYPTED_MEDIA_ERROR') return 'drm.unavailable';
      for (const { keyStatus } of error.keyStatuses ?? []) {
        const name = keyStatusFailure(keyStatus);
        if (name !== null) return name;
      }
      switch (error.code) {
        case 'KEY_LOAD_ERROR':
        case 'KEY_LOAD_TIMEOUT':
          return licenceFailure(refused?.status ?? null);
        // The licence arrived but does not fit this media.
        case 'KEY_UPDATE_ERROR':
        case 'KEY_STATUS_CHANGE_ERROR':
          return 'drm.auth';
        default:
          return 'drm.unavailable';
      }
    },
  });
}

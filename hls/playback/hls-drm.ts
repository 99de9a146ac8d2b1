import type { ErrorData, HlsConfig } from 'hls.js';
import type { DrmInfo } from '../../shared/player/drm.ts';
import { licenceFailure } from '../../shared/player/licence-failure.ts';
import type { PlayerErrorName } from '../../shared/player/player-error.ts';

/**
 * hls.js configuration for a key system. URLs become absolute, because hls.js would resolve them
 * against the playlist.
 */
export function hlsDrmConfig(
  { keySystem, licenseUrl, certificateUrl, headers = {} }: DrmInfo,
  baseUrl: string,
): Pick<HlsConfig, 'emeEnabled' | 'drmSystems' | 'licenseXhrSetup'> {
  return {
    emeEnabled: true,
    drmSystems: {
      [keySystem]: {
        licenseUrl: new URL(licenseUrl, baseUrl).href,
        ...(certificateUrl !== undefined && {
          serverCertificateUrl: new URL(certificateUrl, baseUrl).href,
        }),
      },
    },
    licenseXhrSetup(xhr, url) {
      // Headers can only be set on an open request.
      if (xhr.readyState === 0) xhr.open('POST', url, true);
      for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    },
  };
}

/**
 * Names a decryption error of hls.js. The details are literal strings here, because importing their
 * enum would bundle hls.js.
 */
export function hlsDrmFailure({ details, response, error }: ErrorData): PlayerErrorName {
  switch (details) {
    case 'keySystemLicenseRequestFailed':
    case 'keySystemServerCertificateRequestFailed':
      return licenceFailure(response?.code ?? null);
    case 'keySystemStatusOutputRestricted':
      return 'drm.output_restricted';
    case 'keySystemSessionUpdateFailed':
    case 'keySystemNoSession':
    case 'keySystemNoKeys':
      // hls.js has no code of its own for this.
      return /expired/.test(error.message) ? 'drm.auth.expired' : 'drm.auth';
    default:
      return 'drm.unavailable';
  }
}

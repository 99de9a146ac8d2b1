import type { PlayerErrorName } from './player-error.ts';

/** @param status of a licence server's answer that was no licence; 0, `null`: none came @returns the error's name */
export function licenceFailure(status: number | null): PlayerErrorName {
  const isRefusal =
    status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;
  return isRefusal ? 'drm.auth' : 'drm.unreachable';
}

/** @param status of a key, as the decryption module gives it @returns the error's name; `null` for a key that can be used */
export function keyStatusFailure(status: string): PlayerErrorName | null {
  switch (status) {
    case 'expired':
    case 'released':
      return 'drm.auth.expired';
    case 'output-restricted':
    case 'output-downscaled':
      return 'drm.output_restricted';
    case 'internal-error':
      return 'drm.unavailable';
    default:
      return null;
  }
}

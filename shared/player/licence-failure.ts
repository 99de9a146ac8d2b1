import type { PlayerErrorName } from './player-error.ts';

/**
 * @param status of a licence server's failed answer; 0 or `null` without an answer
 * @returns the error's name
 */
export function licenceFailure(status: number | null): PlayerErrorName {
  const isRefusal =
    status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;
  return isRefusal ? 'drm.auth' : 'drm.unreachable';
}

/**
 * @param status of a key, from the decryption module
 * @returns the error's name; `null` for a usable key
 */
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

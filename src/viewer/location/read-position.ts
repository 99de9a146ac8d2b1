import type {
  PositionOutcome,
  PositionReport,
  PositionRequest,
} from '../../../shared/wire/position.ts';
import { frameAllows } from '../../parts/frame-policy.ts';

/** Whether a request can succeed, and whether the browser would prompt the viewer (`prompt`). */
export type PositionAccess = 'granted' | 'prompt' | Exclude<PositionOutcome, 'granted'>;

function isAllowedByPage(): boolean | null {
  return window === window.parent || frameAllows('geolocation');
}

/** Never prompts. */
export async function readPositionAccess(): Promise<PositionAccess> {
  if (!isSecureContext) return 'insecure';
  if (!('geolocation' in navigator)) return 'unsupported';
  const isAllowed = isAllowedByPage();
  if (isAllowed === false) return 'not_allowed';
  try {
    const { state } = await navigator.permissions.query({ name: 'geolocation' });
    return state === 'denied' ? denial(isAllowed) : state;
  } catch {
    // An older browser: only a request will tell.
    return 'prompt';
  }
}

function denial(isAllowed: boolean | null): 'denied' | 'refused' {
  return isAllowed === null ? 'refused' : 'denied';
}

/** The browser may prompt the viewer first; its time-out starts after the answer. */
export function readPosition({
  timeoutMs,
  isHighAccuracy,
}: PositionRequest): Promise<PositionReport> {
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({
          outcome: 'granted',
          position: { latitude, longitude, accuracyMeters: accuracy },
        }),
      ({ code }) => resolve({ outcome: failureOf(code) }),
      { timeout: timeoutMs, enableHighAccuracy: isHighAccuracy },
    );
  });
}

/** @param code from `GeolocationPositionError` */
function failureOf(code: number): Exclude<PositionOutcome, 'granted'> {
  if (code === 3) return 'timed_out';
  return code === 1 ? denial(isAllowedByPage()) : 'unavailable';
}

import { renderPolicy } from './content-security-policy.ts';
import { closedPolicy, dashboardPolicy } from './page-policies.ts';

export const noSniff = { 'X-Content-Type-Options': 'nosniff' } as const;

/** For scripts, modules and frames of any origin: sandboxed frames have none, and no answer depends on credentials. */
export const forAnyOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  ...noSniff,
} as const;

/** For what is read by code, which sees few headers of other origins unless they are named. */
export const readByAnyOrigin = {
  ...forAnyOrigin,
  'Access-Control-Expose-Headers': 'Content-Range, Date, Retry-After',
} as const;

/**
 * What callers of an origin that the operator names get in place of it: the answer is theirs, and so is how long it took. They may
 * send cookies, which a proxy before this server knows viewers by; pages of no other origin may.
 */
export function readByOrigin(origin: string): Readonly<Record<string, string>> {
  return {
    ...readByAnyOrigin,
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Timing-Allow-Origin': origin,
  };
}

/**
 * A host page with an embedder policy only takes frames and workers that have one too. `credentialless` is the policy that
 * still lets a page fetch from origins that know nothing of it.
 */
export const embedderPolicy = { 'Cross-Origin-Embedder-Policy': 'credentialless' } as const;

export const referrerPolicy = { 'Referrer-Policy': 'strict-origin-when-cross-origin' } as const;

/**
 * What neither the player nor a script beside it has a use for. All else (autoplay, fullscreen, encrypted-media, picture-in-picture,
 * geolocation, clipboard-write, web-share) is the page's own as far as its host's `allow` goes, and no other frame's: there is none.
 */
const denied = [
  'accelerometer',
  'camera',
  'display-capture',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
export const permissionsPolicy = {
  'Permissions-Policy': denied.map((feature) => `${feature}=()`).join(', '),
} as const;

export const closed = {
  ...noSniff,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': renderPolicy(closedPolicy),
} as const;

/** Of a page that sends no referrer at all browsers do not say either whose form it is. */
export const ofDashboard = {
  ...closed,
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy': renderPolicy(dashboardPolicy),
} as const;

import { renderPolicy } from './html/content-security-policy.ts';
import { closedPolicy, dashboardPolicy } from './html/page-policies.ts';

export const noSniff = { 'X-Content-Type-Options': 'nosniff' } as const;

/**
 * For scripts, modules and frames of any origin: sandboxed frames have none, and no answer depends
 * on credentials.
 */
export const forAnyOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  ...noSniff,
} as const;

/** For answers that scripts read: across origins, they see few headers unless exposed. */
export const readByAnyOrigin = {
  ...forAnyOrigin,
  'Access-Control-Expose-Headers': 'Content-Range, Date, Retry-After',
} as const;

/**
 * Headers for callers of a configured origin, which may read the answer and its timing. Only these
 * may send cookies, by which a proxy before this server may recognize viewers.
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
 * A host page with an embedder policy only accepts frames and workers that have one too.
 * `credentialless` still lets a page fetch from origins without such headers.
 */
export const embedderPolicy = { 'Cross-Origin-Embedder-Policy': 'credentialless' } as const;

export const referrerPolicy = { 'Referrer-Policy': 'strict-origin-when-cross-origin' } as const;

/**
 * Features that neither the player nor its scripts use. All others (autoplay, fullscreen,
 * encrypted-media, picture-in-picture, geolocation, clipboard-write, web-share) depend on the
 * host's `allow`; the page has no other frames.
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

/** With `no-referrer`, browsers would also hide the origin of the page's forms. */
export const ofDashboard = {
  ...closed,
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy': renderPolicy(dashboardPolicy),
} as const;

import { isOff, isOn } from '../player/on-off.ts';

export const consents = ['granted', 'pending', 'refused'] as const;

/**
 * The viewer's answer to being identified and having data stored (specification §5). `pending`
 * means no answer yet. Only `granted` lets the services use storage, send events and reports, or
 * identify the viewer to the server.
 */
export type Consent = (typeof consents)[number];

function isConsent(value: unknown): value is Consent {
  return value === 'granted' || value === 'pending' || value === 'refused';
}

/**
 * @param value from a host or a URL
 * @returns `null` if it is not an answer
 */
export function parseConsent(value: unknown): Consent | null {
  if (isConsent(value)) return value;
  if (isOn(value)) return 'granted';
  return isOff(value) ? 'refused' : null;
}

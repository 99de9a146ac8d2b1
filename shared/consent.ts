import { isOff, isOn } from './on-off.ts';

export const consents = ['granted', 'pending', 'refused'] as const;

/**
 * What the viewer has said to being told apart and having things stored (specification §5): `pending` is before any answer.
 * Only `granted` lets the services touch storage, send events and reports, or say to the server who asks.
 */
export type Consent = (typeof consents)[number];

function isConsent(value: unknown): value is Consent {
  return value === 'granted' || value === 'pending' || value === 'refused';
}

/** @param value of a host or a URL. @returns `null` for what is no answer */
export function parseConsent(value: unknown): Consent | null {
  if (isConsent(value)) return value;
  if (isOn(value)) return 'granted';
  return isOff(value) ? 'refused' : null;
}

import type { Consent } from '../../../shared/rpc/consent.ts';
import { err, type Result } from '../../../shared/tools/result.ts';

export interface VisitorRules {
  consent: Consent;
  isTelemetryOn: boolean;
  isPrivate: boolean;
  /** This context has no origin: each page would be another visitor. */
  isOpaque: boolean;
  isEducationEmbed: boolean;
  isPflMode: boolean;
  isVisitorIdFetchDisabled: boolean;
}

export type VisitorIdRefusal =
  | 'NO_CONSENT'
  | 'PRIVATE_EMBED'
  | 'EDUCATION_EMBED'
  | 'PFL_MODE'
  | 'FETCH_DISABLED';

/** @returns why this visitor gets no id (specification §5, §8); `null` if they may have one */
export function visitorIdRefusal(rules: VisitorRules): Result<never, VisitorIdRefusal> | null {
  if (rules.consent !== 'granted')
    return err('NO_CONSENT', 'No visitor id is used: the viewer has not agreed to it.');
  if (rules.isPrivate)
    return err('PRIVATE_EMBED', 'No visitor id is used: this is a private embed.');
  if (rules.isEducationEmbed)
    return err('EDUCATION_EMBED', 'No visitor id is used: this is an education embed.');
  if (rules.isPflMode) return err('PFL_MODE', 'No visitor id is used: this embed is in pfl mode.');
  if (rules.isOpaque || !rules.isTelemetryOn || rules.isVisitorIdFetchDisabled)
    return err('FETCH_DISABLED', 'No visitor id is used: fetching it is disabled.');
  return null;
}

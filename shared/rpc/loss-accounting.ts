/** Why an event will never arrive. */
export type DropReason =
  | 'rejected'
  | 'expired'
  | 'attempts'
  | 'too_large'
  | 'not_json'
  | 'quota'
  | 'storage'
  | 'consent';

/** A counter for each reason. */
export function noDrops(): Record<DropReason, number> {
  return {
    rejected: 0,
    expired: 0,
    attempts: 0,
    too_large: 0,
    not_json: 0,
    quota: 0,
    storage: 0,
    consent: 0,
  };
}

export interface LossAccounting {
  /** Distinct events of this document that the services have accepted. */
  created: number;
  delivered: number;
  queued: number;
  dropped: Record<DropReason, number>;
}

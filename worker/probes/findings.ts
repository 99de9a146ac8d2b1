import type { AdStatus } from './ad-status.ts';

/** Probe results, as an API call carries them. */
export interface Findings {
  /** `null` while unknown. */
  adStatus: AdStatus | null;
  /** From bot detection; `null` without one, or if the same call has carried it already. */
  attestation: Attestation | null;
}

export interface Attestation {
  /** JSON, from the provider's script. */
  answer: string;
  /** The call failed: its repetition carries the answer. */
  release(): void;
}

/**
 * @param call identifies the call and its arguments
 * @returns `null` where nothing is probed
 */
export type FindingsFor = (call: string) => Findings | null;

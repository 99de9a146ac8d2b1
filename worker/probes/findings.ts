import type { AdStatus } from './ad-status.ts';

/** What the probes have found out, as it goes along with an API call. */
export interface Findings {
  /** `null` while not known. */
  adStatus: AdStatus | null;
  /** Of the bot detection; `null` without one, and where the same call has carried it already. */
  attestation: Attestation | null;
}

export interface Attestation {
  /** JSON, as the provider's script says it. */
  answer: string;
  /** The call did not arrive: its repetition carries it. */
  takeBack(): void;
}

/** @param call names what is called, and with what. @returns `null` where nothing is probed */
export type FindingsFor = (call: string) => Findings | null;

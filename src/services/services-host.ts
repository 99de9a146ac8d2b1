import type { Endpoint } from 'comlink';
import type { Services } from '../../shared/rpc/rpc.ts';

/**
 * Reason for ending services that the browser froze with their page. The page is back, so they
 * restart, without a limit on restarts.
 */
export const frozen = 'frozen';

/**
 * Reason for ending services that did not answer in time. A slow machine or network is likely, so
 * they start again in the same place: another place would be no faster.
 */
export const silent = 'no answer in time';

/** Started services and their endpoint. */
export interface ServicesHost {
  endpoint: Endpoint;
  /** Their methods, called over the endpoint. */
  services: Services;
  /** Calls the listener on certain death; callers must detect silence. `reason` is for display. */
  onDeath(listener: (reason: string) => void): void;
  terminate(): void;
}

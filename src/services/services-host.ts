import type { Endpoint } from 'comlink';
import type { Services } from '../../shared/rpc/rpc.ts';

/**
 * Reason for ending services that the browser froze with their page. The page is back, so they
 * restart, without a limit on restarts.
 */
export const frozen = 'frozen';

/** Started services and their endpoint. */
export interface ServicesHost {
  endpoint: Endpoint;
  /** Their methods, called over the endpoint. */
  services: Services;
  /** Calls the listener on certain death; callers must detect silence. `reason` is for display. */
  onDeath(listener: (reason: string) => void): void;
  terminate(): void;
}

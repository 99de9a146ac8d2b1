import type { Endpoint } from 'comlink';
import type { Services } from '../../shared/rpc.ts';

/** Why services end that the browser has laid to rest with their page: it has come back, and they begin anew, as often as it does. */
export const frozen = 'frozen';

/** Services that have been started somewhere and can be talked to. */
export interface ServicesHost {
  endpoint: Endpoint;
  /** Their calls, over the endpoint. */
  services: Services;
  /** Calls when they have certainly died; silence is noticed by whoever asks them something. `reason` is for a person. */
  onDeath(listener: (reason: string) => void): void;
  terminate(): void;
}

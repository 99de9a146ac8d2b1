import type { Clock } from '../../shared/clock.ts';
import { playerLimits } from '../../shared/limits.ts';
import type { Start } from './programme.ts';

/**
 * Stands in for the player until it exists (specification §4): not ready, then ready once the player's API is present,
 * polled every 50 ms. A config that comes before is kept, the last one wins, and is started on ready: with autoplay or cued.
 */
export interface PlayerProxy<Config> {
  load(config: Config, start: Start): void;
  isReady(): boolean;
  dispose(): void;
}

export interface PlayerProxyDeps<Api, Config> {
  /** The player's API if it is there by now. */
  findApi: () => Api | null;
  /** Called once. */
  onReady: (api: Api) => void;
  startVideo: (api: Api, config: Config, start: Start) => void;
  clock: Clock;
  /** When the player is looked for first. */
  soon: (callback: () => void) => void;
}

export function createPlayerProxy<Api, Config>(
  deps: PlayerProxyDeps<Api, Config>,
): PlayerProxy<Config> {
  let api: Api | null = null;
  let pending: { config: Config; start: Start } | null = null;
  let cancelPoll = () => {};
  let isDisposed = false;

  function poll(): void {
    if (isDisposed) return;
    api = deps.findApi();
    if (api === null) {
      cancelPoll = deps.clock.setTimer(poll, playerLimits.readinessPollMs);
      return;
    }
    deps.onReady(api);
    if (pending !== null) deps.startVideo(api, pending.config, pending.start);
    pending = null;
  }

  deps.soon(poll);

  return {
    load(config, start) {
      if (api === null) pending = { config, start };
      else deps.startVideo(api, config, start);
    },
    isReady: () => api !== null,
    dispose() {
      isDisposed = true;
      cancelPoll();
    },
  };
}

import { playerLimits } from '../../../shared/limits/player-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import type { Start } from './load-options.ts';

/**
 * Stands in for the player until it exists (specification §4). Polls every 50 ms until the player's
 * API is present. Until then keeps the last config, then starts it: with autoplay or cued.
 */
export interface PlayerProxy<Config> {
  load(config: Config, start: Start): void;
  isReady(): boolean;
  dispose(): void;
}

export interface PlayerProxyDeps<Api, Config> {
  /** The player's API, if present. */
  findApi: () => Api | null;
  /** Called once. */
  onReady: (api: Api) => void;
  startVideo: (api: Api, config: Config, start: Start) => void;
  clock: Clock;
  /** Schedules the first check for the player. */
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

import type { PlayerArgs } from '../../../shared/player-args.ts';
import type { PlayerConfig } from '../../page-config.ts';
import type { PlayerStore } from '../../player/player-store.ts';

export interface WaitingFrameDeps {
  root: HTMLElement;
  /** React draws into it. */
  ui: HTMLElement;
  store: PlayerStore;
  config: PlayerConfig;
  args: PlayerArgs;
}

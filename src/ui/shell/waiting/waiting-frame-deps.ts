import type { PlayerArgs } from '../../../../shared/player/player-args.ts';
import type { PlayerConfig } from '../../../boot/page-config.ts';
import type { PlayerStore } from '../../../player/state/player-store.ts';

export interface WaitingFrameDeps {
  root: HTMLElement;
  /** React draws into it. */
  ui: HTMLElement;
  store: PlayerStore;
  config: PlayerConfig;
  args: PlayerArgs;
}

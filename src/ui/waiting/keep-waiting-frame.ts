import type { PlayerArgs } from '../../../shared/player-args.ts';
import type { PlayerConfig } from '../../page-config.ts';
import type { PlayerState } from '../../player/player-state.ts';
import type { PlayerStore } from '../../player/player-store.ts';

export interface WaitingFrameDeps {
  root: HTMLElement;
  /** What React draws into. */
  ui: HTMLElement;
  store: PlayerStore;
  config: PlayerConfig;
  args: PlayerArgs;
}

/**
 * A page that waits says what will play. The server wrote that for its own video. A video that a host has cued, or that a
 * page without a server shows, is named by a script that other pages do not fetch. Once there are controls, they name it.
 */
export function keepWaitingFrame(deps: WaitingFrameDeps, signal: AbortSignal): void {
  const { root, store, args } = deps;
  const look = ({ title, isPlayRequested }: PlayerState) =>
    title &&
    !isPlayRequested &&
    !root.querySelector('.waiting, .ui > *') &&
    import('./draw-waiting-frame.ts').then(
      ({ drawWaitingFrame }) => signal.aborted || drawWaitingFrame(deps),
      // The script did not arrive: the title comes with the controls.
      () => undefined,
    );
  if (args.autoplay || !args.hasControls) return;
  look(store.getState());
  signal.addEventListener('abort', store.subscribe(look), { once: true });
}

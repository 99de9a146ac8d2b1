import type { PlayerState } from '../../player/player-state.ts';
import type { WaitingFrameDeps } from './waiting-frame-deps.ts';

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

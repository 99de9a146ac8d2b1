import type { PlayerState } from '../../../player/state/player-state.ts';
import type { WaitingFrameDeps } from './waiting-frame-deps.ts';

/**
 * Shows the title of the video while the page waits for the viewer to play it. The server writes it
 * for its own video. Only a page without a server, or with a video cued by a host, fetches the
 * script that draws it. Later the controls show the title.
 */
export function keepWaitingFrame(deps: WaitingFrameDeps, signal: AbortSignal): void {
  const { root, store, args } = deps;
  const update = ({ title, isPlayRequested }: PlayerState) =>
    title &&
    !isPlayRequested &&
    !root.querySelector('.waiting, .ui > *') &&
    import('./draw-waiting-frame.ts').then(
      ({ drawWaitingFrame }) => signal.aborted || drawWaitingFrame(deps),
      // The script could not be loaded: the title comes with the controls.
      () => undefined,
    );
  if (args.autoplay || !args.hasControls) return;
  update(store.getState());
  signal.addEventListener('abort', store.subscribe(update), { once: true });
}

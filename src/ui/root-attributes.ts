import { defaultBrand, pageTitle } from '../../shared/page-config.ts';
import { playbackState } from '../../shared/playback-state.ts';
import type { PlayerStore } from '../player/player-store.ts';

const stateNames = Object.fromEntries(
  Object.entries(playbackState).map(([name, number]) => [number, name]),
);

/**
 * State reaches CSS as `data-*` of the player element, so that showing and hiding costs no rendering. The page is called as
 * its video is (specification §2). Until the first change both stand in the markup.
 */
export function startRootAttributes(
  root: HTMLElement,
  store: PlayerStore,
  brand = defaultBrand,
  signal: AbortSignal,
): void {
  const stop = store.subscribe((state, previous) => {
    if (state.title !== previous.title) {
      document.title = pageTitle(state.title, brand);
      // The server wrote it for the video before.
      if (previous.title) root.querySelector('.waiting')?.remove();
    }
    if (state.playback !== previous.playback) root.dataset.state = stateNames[state.playback] ?? '';
    root.toggleAttribute('data-error', state.error !== null);
    root.toggleAttribute('data-play-requested', state.isPlayRequested);
    root.toggleAttribute('data-seeking', state.isSeeking);
    root.toggleAttribute('data-fullscreen', state.isFullscreen);
  });
  signal.addEventListener('abort', stop, { once: true });
}

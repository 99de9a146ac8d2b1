import { defaultBrand, pageTitle } from '../../../shared/page/page-config.ts';
import { playbackState } from '../../../shared/player/playback-state.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';

const stateNames = Object.fromEntries(
  Object.entries(playbackState).map(([name, number]) => [number, name]),
);

/**
 * Passes state to CSS as `data-*` attributes of the player element, so that showing and hiding
 * needs no rendering. Sets the page's title to that of the video (specification §2). Until the
 * first change, the markup has both.
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
      // The server rendered it for the previous video.
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

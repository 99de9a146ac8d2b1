import { playbackState } from '../../shared/playback-state.ts';
import type { PlayerState } from '../player/player-state.ts';
import type { PlayerStore } from '../player/player-store.ts';

const stateNames = Object.fromEntries(Object.entries(playbackState).map(([name, number]) => [number, name]));

/** State reaches CSS as `data-*` of the player element, so that showing and hiding costs no rendering. */
export function startRootAttributes(root: HTMLElement, store: PlayerStore, signal: AbortSignal): void {
  const write = (state: PlayerState, previous: PlayerState | null) => {
    if (state.playback !== previous?.playback) root.dataset.state = stateNames[state.playback] ?? '';
    root.toggleAttribute('data-error', state.error !== null);
    root.toggleAttribute('data-play-requested', state.isPlayRequested);
    root.toggleAttribute('data-seeking', state.isSeeking);
    root.toggleAttribute('data-fullscreen', state.isFullscreen);
  };
  write(store.getState(), null);
  signal.addEventListener('abort', store.subscribe(write), { once: true });
}

import { controlsLimits } from '../../shared/limits/controls-limits.ts';
import { playbackState } from '../../shared/player/playback-state.ts';
import type { PlayerState } from '../player/state/player-state.ts';
import type { PlayerStore } from '../player/state/player-store.ts';

/**
 * Whether the controls are shown. They hide only while a video plays and the viewer is inactive.
 */
export interface ControlsVisibility {
  isShown(): boolean;
  /** Hides the controls unless they are in use. */
  hide(): void;
  subscribe(listener: () => void): () => void;
}

/**
 * Hides the controls and the mouse pointer while a video plays and the viewer is inactive. No timer
 * runs while they are hidden or while nothing plays. A player has one instance, started by the
 * first script that needs it (`later.visibility`).
 */
export function startControlsVisibility(
  root: HTMLElement,
  store: PlayerStore,
  signal: AbortSignal,
): ControlsVisibility {
  const listeners = new Set<() => void>();
  let isShown = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(next: boolean): void {
    if (isShown === next) return;
    isShown = next;
    root.dataset.controls = next ? 'shown' : 'hidden';
    for (const listener of listeners) listener();
  }

  function hideWhenStill(): void {
    clearTimeout(timer);
    show(true);
    if (isWatching(store.getState())) timer = setTimeout(hide, controlsLimits.hideMs);
  }

  function hide(): void {
    // In use: a menu or panel is open, or the pointer or the keyboard focus rests on a control.
    const isInUse =
      root.querySelector(
        '.player:not([data-touch]) :is(.bar, .title-bar):hover, :is(.bar, .title-bar):has(:focus-visible), [role=menu], .panel',
      ) !== null;
    if (isInUse) hideWhenStill();
    else show(false);
  }

  for (const name of ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const) {
    root.addEventListener(name, hideWhenStill, { signal, passive: true });
  }
  root.addEventListener(
    'pointerleave',
    (event) => {
      // A finger fires `pointerleave` after every tap.
      if (event.pointerType === 'mouse' && isWatching(store.getState())) hide();
    },
    { signal },
  );
  const stopWatching = store.subscribe((state, previous) => {
    if (isWatching(state) !== isWatching(previous)) hideWhenStill();
  });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    stopWatching();
  });
  root.dataset.controls = 'shown';
  // The video may already be playing.
  hideWhenStill();

  return {
    isShown: () => isShown,
    hide,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function isWatching({ playback, isPlayRequested }: PlayerState): boolean {
  return (
    isPlayRequested && (playback === playbackState.playing || playback === playbackState.buffering)
  );
}

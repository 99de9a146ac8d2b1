import { createContext, use, useSyncExternalStore } from 'react';
import type { Value } from '../create-value.ts';
import type { PlayerState } from '../player/player-state.ts';
import type { PlayerStore } from '../player/player-store.ts';
import type { Announcer } from './announcer.ts';
import type { ControlsVisibility } from './controls-visibility.ts';
import type { ShortcutDeps } from './keyboard/shortcuts.ts';
import type { Notices } from './notices.ts';
import type { PanelState, PanelStore } from './panels/panel-store.ts';
import type { PictureInPicture } from './picture-in-picture.ts';
import type { StageUiDeps } from './stage-ui-deps.ts';

export interface PlayerContextValue extends StageUiDeps, ShortcutDeps {
  subscribeWhileShown: (listener: () => void) => () => void;
  panels: PanelStore;
  pictureInPicture: PictureInPicture;
  /** The clock shows what remains instead of the time. */
  isRemainingShown: Value<boolean>;
  announcer: Announcer;
  /** What is said to the viewer in passing. */
  notices: Notices;
}

export const PlayerContext = createContext<PlayerContextValue | null>(null);

export function usePlayerContext(): PlayerContextValue {
  const value = use(PlayerContext);
  if (value === null) throw new Error('The player components need a PlayerContext around them.');
  return value;
}

/** @param select must return the same value for the same state: a field, or something made of fields that compares by value */
export function usePlayer<T>(select: (state: PlayerState) => T): T {
  const { store } = usePlayerContext();
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}

/** As `usePlayer`, for what changes with time: renders nothing while the controls are hidden. */
export function usePlayerWhileShown<T>(select: (state: PlayerState) => T): T {
  const { store, subscribeWhileShown } = usePlayerContext();
  return useSyncExternalStore(subscribeWhileShown, () => select(store.getState()));
}

export function usePanel<T>(select: (state: PanelState) => T): T {
  const { panels } = usePlayerContext();
  return useSyncExternalStore(panels.subscribe, () => select(panels.getState()));
}

export function useValue<T>({ subscribe, get }: Pick<Value<T>, 'subscribe' | 'get'>): T {
  return useSyncExternalStore(subscribe, get);
}

/** The store's news while the controls show, and the fact that they show again. */
export function createSubscribeWhileShown(
  store: PlayerStore,
  visibility: ControlsVisibility,
): PlayerContextValue['subscribeWhileShown'] {
  return (listener) => {
    let stopStore = () => {};
    const follow = () => {
      stopStore();
      stopStore = visibility.isShown() ? store.subscribe(listener, true) : () => {};
    };
    follow();
    const stopVisibility = visibility.subscribe(() => {
      follow();
      listener();
    });
    return () => {
      stopStore();
      stopVisibility();
    };
  };
}

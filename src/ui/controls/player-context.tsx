import { createContext, use, useSyncExternalStore } from 'react';
import type { Player } from '../../boot/player.ts';
import type { ControlsVisibility } from '../../parts/controls-visibility.ts';
import type { Value } from '../../parts/create-value.ts';
import type { PlayerState } from '../../player/state/player-state.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import type { ShortcutDeps } from '../keyboard/table/shortcut.ts';
import type { Announcer } from './announcer.ts';
import type { Notices } from './notices.ts';
import type { PanelState, PanelStore } from './panels/panel-store.ts';
import type { PictureInPicture } from './picture-in-picture.ts';

export interface PlayerContextValue extends Player, ShortcutDeps {
  subscribeWhileShown: (listener: () => void) => () => void;
  panels: PanelStore;
  pictureInPicture: PictureInPicture;
  /** The clock shows the remaining time. */
  isRemainingShown: Value<boolean>;
  announcer: Announcer;
  /** Short messages to the viewer. */
  notices: Notices;
}

export const PlayerContext = createContext<PlayerContextValue | null>(null);

export function usePlayerContext(): PlayerContextValue {
  const value = use(PlayerContext);
  if (value === null) throw new Error('The player components need a PlayerContext around them.');
  return value;
}

/**
 * @param select must return the same value for the same state: a field, or a primitive computed
 * from fields
 */
export function usePlayer<T>(select: (state: PlayerState) => T): T {
  const { store } = usePlayerContext();
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}

/**
 * Like `usePlayer`, for values that change with time: does not render while the controls are
 * hidden.
 */
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

/** Notifies of changes while the controls are shown, and when they show or hide. */
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

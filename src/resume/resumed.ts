import type { PlayerStore } from '../player/player-store.ts';

/** Where the video on stage was taken up again, for whoever tells the viewer of it. */
export interface Resumed {
  /** Seconds; `null`: it was not. */
  readonly atSeconds: number | null;
  set(atSeconds: number | null): void;
  subscribe(listener: () => void): () => void;
}

const resumedOf = new WeakMap<PlayerStore, Resumed>();

/** Beside the player's state, so that the page's first script knows nothing of it. @returns the same object for the same player */
export function findResumed(store: PlayerStore): Resumed {
  const known = resumedOf.get(store);
  if (known !== undefined) return known;
  const made = createResumed();
  resumedOf.set(store, made);
  return made;
}

function createResumed(): Resumed {
  const listeners = new Set<() => void>();
  let place: number | null = null;
  return {
    get atSeconds() {
      return place;
    },
    set(atSeconds) {
      if (place === atSeconds) return;
      place = atSeconds;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

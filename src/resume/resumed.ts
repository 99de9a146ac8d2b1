import { createValue, type Value } from '../create-value.ts';
import type { PlayerStore } from '../player/player-store.ts';

/** Where the video on stage was taken up again, in seconds, for whoever tells the viewer of it; `null`: it was not. */
export type Resumed = Value<number | null>;

const resumedOf = new WeakMap<PlayerStore, Resumed>();

/** Beside the player's state, so that the page's first script knows nothing of it. @returns the same object for the same player */
export function findResumed(store: PlayerStore): Resumed {
  const known = resumedOf.get(store);
  if (known !== undefined) return known;
  const made: Resumed = createValue<number | null>(null);
  resumedOf.set(store, made);
  return made;
}

import type { PlayerEvent } from './player-event.ts';
import { initialPlayerState, type PlayerState } from './player-state.ts';
import { reduce } from './reduce.ts';

type PlayerListener = (state: PlayerState, previous: PlayerState) => void;

/** Holds the player's state and tells who asked when it changes. Knows neither React nor the DOM. */
export interface PlayerStore {
  getState(): PlayerState;
  /** Applies an event; listeners run before it returns, in the order they came, and only if something changed. */
  dispatch(event: PlayerEvent): void;
  /**
   * @param followsTime whether it wants to hear four times a second that the video has gone on, and of nothing else. To wake all that
   *   know the player for that would cost the main thread more than the playback itself.
   * @returns the function that ends the subscription
   */
  subscribe(listener: PlayerListener, followsTime?: boolean): () => void;
  /** Those who follow the time. */
  readonly followers: ReadonlySet<PlayerListener>;
}

export function createPlayerStore(): PlayerStore {
  let state = initialPlayerState;
  const listeners = new Set<PlayerListener>();
  const followers = new Set<PlayerListener>();
  const waiting: PlayerEvent[] = [];
  let isDispatching = false;

  // A listener may dispatch (the next video at the end of one). Its event waits, so that everyone sees the states in order.
  function drain(): void {
    for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
      const previous = state;
      state = reduce(state, event);
      if (state === previous) continue;
      for (const listener of event.type === 'moved' ? followers : listeners)
        listener(state, previous);
    }
  }

  return {
    followers,
    getState: () => state,
    dispatch(event) {
      waiting.push(event);
      if (isDispatching) return;
      isDispatching = true;
      try {
        drain();
      } finally {
        isDispatching = false;
      }
    },
    subscribe(listener, followsTime) {
      listeners.add(listener);
      if (followsTime) followers.add(listener);
      return () => {
        listeners.delete(listener);
        followers.delete(listener);
      };
    },
  };
}

import type { PlayerEvent } from './player-event.ts';
import { initialPlayerState, type PlayerState } from './player-state.ts';
import { reduce } from './reduce.ts';

type PlayerListener = (state: PlayerState, previous: PlayerState) => void;

/** Called before each event is applied; the returned function runs after the listeners. */
export type DispatchObserver = (event: PlayerEvent) => () => void;

/** Provides the position while no listener follows the time: `while-playing/rest-time.ts`. */
export interface TimeSource {
  /**
   * @param event the event about to be applied; `undefined` when the state is read
   * @returns seconds: the position now, or right before `event`; `null` if the state is current
   */
  read(state: PlayerState, event?: PlayerEvent): number | null;
  /** The set of followers has changed, or a time source was set. */
  onFollowers(state: PlayerState): void;
}

/**
 * Holds the player's state and notifies listeners when it changes. Knows neither React nor the DOM.
 * Its functions are never replaced: scripts that load later extend it by observers and a time
 * source.
 */
export interface PlayerStore {
  readonly getState: () => PlayerState;
  /** Applies an event. Listeners run before it returns, in order, and only if something changed. */
  readonly dispatch: (event: PlayerEvent) => void;
  /**
   * @param followsTime also call the listener when only the time has changed, four times a second.
   *   Waking every listener for that would cost the main thread more than the playback itself.
   * @returns a function that ends the subscription
   */
  readonly subscribe: (listener: PlayerListener, followsTime?: boolean) => () => void;
  /** Listeners that follow the time. */
  readonly followers: ReadonlySet<PlayerListener>;
  /** @returns a function that removes this observer */
  readonly observe: (observer: DispatchObserver) => () => void;
  /** A player has at most one time source. */
  readonly setTimeSource: (source: TimeSource) => void;
}

export function createPlayerStore(): PlayerStore {
  let state = initialPlayerState;
  const listeners = new Set<PlayerListener>();
  const followers = new Set<PlayerListener>();
  const observers = new Set<DispatchObserver>();
  const waiting: PlayerEvent[] = [];
  let isDispatching = false;
  let timeSource: TimeSource | undefined;

  // A listener may dispatch, such as the next video at the end of one. Such an event waits, so that
  // listeners see all states in order.
  function apply(event: PlayerEvent): void {
    waiting.push(event);
    if (isDispatching) return;
    isDispatching = true;
    try {
      drain();
    } finally {
      isDispatching = false;
    }
  }

  function drain(): void {
    for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
      const previous = state;
      state = reduce(state, event);
      if (state === previous) continue;
      for (const listener of event.type === 'moved' ? followers : listeners)
        listener(state, previous);
    }
  }

  function readTime(event?: PlayerEvent): void {
    const currentTime = timeSource?.read(state, event) ?? null;
    if (currentTime !== null) apply({ type: 'moved', currentTime });
  }

  return {
    followers,
    getState() {
      readTime();
      return state;
    },
    dispatch(event) {
      const ends = Array.from(observers, (observer) => observer(event));
      try {
        readTime(event);
        apply(event);
      } finally {
        for (const end of ends) end();
      }
    },
    subscribe(listener, followsTime) {
      listeners.add(listener);
      if (followsTime) followers.add(listener);
      timeSource?.onFollowers(state);
      return () => {
        listeners.delete(listener);
        followers.delete(listener);
        timeSource?.onFollowers(state);
      };
    },
    observe(observer) {
      observers.add(observer);
      return () => observers.delete(observer);
    },
    setTimeSource(source) {
      timeSource = source;
      source.onFollowers(state);
    },
  };
}

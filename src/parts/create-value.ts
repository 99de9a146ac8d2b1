/** A value that is not part of the player's state, for the UI to read and subscribe to. */
export interface Value<T> {
  get(): T;
  /** Runs listeners synchronously, and only if the value changed. */
  set(next: T): void;
  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
}

export function createValue<T>(first: T): Value<T> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

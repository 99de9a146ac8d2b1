/** One thing that the page knows and the player's state does not, for those who draw it. */
export interface Value<T> {
  get(): T;
  /** Listeners run before it returns, and only if the value is another one. */
  set(next: T): void;
  /** @returns the function that ends the subscription */
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

/** Keeps the first items, up to a limit, until the script that handles them has loaded. */
export interface Early<T> {
  add(item: T): void;
  /** Gets the kept items now, and each later item at once. */
  subscribe(listener: (item: T) => void): void;
}

export function keepEarly<T>(maxCount: number): Early<T> {
  let early: T[] = [];
  let subscribe = (item: T): void => {
    if (early.length < maxCount) early.push(item);
  };
  return {
    add: (item) => subscribe(item),
    subscribe(listener) {
      subscribe = listener;
      early.forEach(listener);
      early = [];
    },
  };
}

/** What comes before the script that takes it: kept until then, the first so many. */
export interface Early<T> {
  add(item: T): void;
  /** Gets those that came before, and from here on each at once. */
  take(listener: (item: T) => void): void;
}

export function keepEarly<T>(maxCount: number): Early<T> {
  let early: T[] = [];
  let take = (item: T): void => {
    if (early.length < maxCount) early.push(item);
  };
  return {
    add: (item) => take(item),
    take(listener) {
      take = listener;
      early.forEach(listener);
      early = [];
    },
  };
}

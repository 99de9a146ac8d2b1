/** Counts events, so that a test can wait for a count instead of a time. */
export interface Counter {
  readonly count: number;
  add(many?: number): void;
  /** Resolves when the count since creation has reached this number; at once if it already has. */
  until(count: number): Promise<void>;
}

export function createCounter(): Counter {
  let count = 0;
  const waiters = new Set<{ count: number; resolve: () => void }>();
  return {
    get count() {
      return count;
    },
    add(many = 1) {
      count += many;
      for (const waiter of waiters) {
        if (waiter.count > count) continue;
        waiters.delete(waiter);
        waiter.resolve();
      }
    },
    until: (wanted) =>
      new Promise((resolve) => {
        if (wanted <= count) resolve();
        else waiters.add({ count: wanted, resolve });
      }),
  };
}

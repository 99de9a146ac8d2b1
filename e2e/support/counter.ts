/** Counts what happens, and lets a test wait for it instead of for a time. */
export interface Counter {
  readonly count: number;
  add(many?: number): void;
  /** Resolves when it has reached so many since it was made; at once if it has already. */
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

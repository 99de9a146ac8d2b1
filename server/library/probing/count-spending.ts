/** Adds up the computing time of the threads, and calls back those who wait for some of it. */
export function countSpending() {
  const waiters = new Set<{ untilMs: number; callback: () => void }>();
  let spentMs = 0;

  function endUntil(ms: number): void {
    for (const waiter of waiters) {
      if (waiter.untilMs > ms) continue;
      waiters.delete(waiter);
      waiter.callback();
    }
  }

  return {
    add(ms: number): void {
      spentMs += ms;
      endUntil(spentMs);
    },
    endAll: () => endUntil(Number.POSITIVE_INFINITY),
    onceSlow(cpuMs: number, callback: () => void): () => void {
      const waiter = { untilMs: spentMs + cpuMs, callback };
      waiters.add(waiter);
      return () => waiters.delete(waiter);
    },
  };
}

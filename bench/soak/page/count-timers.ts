declare global {
  /** What the soak counts in a page or worker. */
  var soak:
    | {
        /** Random: tells one document or worker from the next. */ life: string;
        timers: Set<unknown>;
      }
    | undefined;
}

/**
 * Keeps the timers that are pending, and names this document or worker. Runs at the start of pages and workers, so it may use nothing
 * from outside. A timer costs a set's entry more than before, and nothing of it stays.
 */
export function countTimers(): void {
  // Playwright runs it again in a document that comes out of the back/forward cache.
  if (globalThis.soak !== undefined) return;
  const timers = new Set<unknown>();
  globalThis.soak = { life: Math.random().toString(36).slice(2), timers };
  const {
    setTimeout: set,
    clearTimeout: clear,
    setInterval: repeat,
    clearInterval: stop,
  } = globalThis;
  Object.assign(globalThis, {
    setTimeout(callback: unknown, ms?: number, ...args: unknown[]) {
      if (typeof callback !== 'function') return set(callback as () => void, ms);
      const timer: unknown = set(() => {
        timers.delete(timer);
        callback.apply(globalThis, args);
      }, ms);
      timers.add(timer);
      return timer;
    },
    setInterval(callback: () => void, ms?: number, ...args: unknown[]) {
      const timer: unknown = repeat(callback, ms, ...args);
      timers.add(timer);
      return timer;
    },
    clearTimeout(timer?: number) {
      timers.delete(timer);
      clear(timer);
    },
    clearInterval(timer?: number) {
      timers.delete(timer);
      stop(timer);
    },
  });
}

/** Leaks on purpose, of which the soak must tell; they are in the soak's own scripts, the product has no such switch. */
export function plantPageLeak(): void {
  if ('isLeakPlanted' in globalThis) return;
  Object.assign(globalThis, { isLeakPlanted: true });
  const kept: unknown[] = [];
  // Of the host messages the one that a cycle sends once.
  addEventListener('message', ({ data }) => {
    if (typeof data !== 'string' || !data.includes('"setLoop"')) return;
    kept.push(new Array(5_000).fill(kept.length));
    addEventListener('soak', () => kept.length);
    setTimeout(() => kept.length, 1_000_000_000);
  });
}

/** The same in a worker, which gets some messages in each cycle. */
export function plantWorkerLeak(): void {
  const kept: unknown[] = [];
  addEventListener('message', () => kept.push(new Array(100).fill(kept.length)));
}

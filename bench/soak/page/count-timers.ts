declare global {
  /** State of the soak in a page or worker. */
  var soak:
    | {
        /** Random id that distinguishes documents and workers. */ life: string;
        timers: Set<unknown>;
      }
    | undefined;
}

/**
 * Tracks the pending timers, and gives this document or worker an id. It runs at the start of pages
 * and workers, so it must not use outer variables. It only adds a set entry for each pending timer,
 * and removes it afterwards.
 */
export function countTimers(): void {
  // Playwright runs it again in a document restored from the back/forward cache.
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

/**
 * Leaks on purpose, to test that the soak detects it. The leaks are in the soak's own scripts; the
 * product has no such switch.
 */
export function plantPageLeak(): void {
  if ('isLeakPlanted' in globalThis) return;
  Object.assign(globalThis, { isLeakPlanted: true });
  const kept: unknown[] = [];
  // The host message that each cycle sends once.
  addEventListener('message', ({ data }) => {
    if (typeof data !== 'string' || !data.includes('"setLoop"')) return;
    kept.push(new Array(5_000).fill(kept.length));
    addEventListener('soak', () => kept.length);
    setTimeout(() => kept.length, 1_000_000_000);
  });
}

/** The same in a worker, which receives some messages in each cycle. */
export function plantWorkerLeak(): void {
  const kept: unknown[] = [];
  addEventListener('message', () => kept.push(new Array(100).fill(kept.length)));
}

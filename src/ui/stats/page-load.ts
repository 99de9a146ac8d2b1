import type { PlayerStore } from '../../player/player-store.ts';

/** What the player costs the page's main thread, in milliseconds since the watching began. */
export interface PageLoad {
  /** Taking note of what the element says, telling everybody, and drawing what changes by it. */
  eventsMs: number;
  /** Tasks of more than 50 ms, whoever caused them; `null` where the browser does not tell (Safari, Firefox). */
  longTasksMs: number | null;
}

/** Watches as long as somebody looks: nothing of it is there otherwise. */
export function watchPageLoad(store: PlayerStore, signal: AbortSignal): () => PageLoad {
  let eventsMs = 0;
  let longTasksMs: number | null = null;
  let isTiming = false;

  const { dispatch } = store;
  store.dispatch = (event) => {
    if (isTiming) return dispatch(event);
    isTiming = true;
    const from = performance.now();
    try {
      dispatch(event);
    } finally {
      // React draws in a microtask that was queued meanwhile.
      queueMicrotask(() => {
        eventsMs += performance.now() - from;
        isTiming = false;
      });
    }
  };
  signal.addEventListener('abort', () => {
    store.dispatch = dispatch;
  });

  if (PerformanceObserver.supportedEntryTypes?.includes('longtask')) {
    longTasksMs = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasksMs = (longTasksMs ?? 0) + duration;
    });
    observer.observe({ type: 'longtask' });
    signal.addEventListener('abort', () => observer.disconnect());
  }
  return () => ({ eventsMs, longTasksMs });
}

import type { PlayerStore } from '../../../player/state/player-store.ts';

/** The player's load on the page's main thread, in milliseconds since measuring began. */
export interface PageLoad {
  /** Time to process the element's events, notify listeners, and draw the changes. */
  eventsMs: number;
  /** Tasks over 50 ms, whatever caused them; `null` if not reported (Safari, Firefox). */
  longTasksMs: number | null;
}

/** Measures until `signal` aborts, so that nothing runs while the statistics are closed. */
export function watchPageLoad(store: PlayerStore, signal: AbortSignal): () => PageLoad {
  let eventsMs = 0;
  let longTasksMs: number | null = null;
  let isTiming = false;

  const stop = store.observe(() => {
    // An event dispatched by a listener is counted with the event that the listener handles.
    if (isTiming) return () => {};
    isTiming = true;
    const from = performance.now();
    // React draws in a microtask queued during the dispatch; this one runs after it.
    return () =>
      queueMicrotask(() => {
        eventsMs += performance.now() - from;
        isTiming = false;
      });
  });
  signal.addEventListener('abort', stop, { once: true });

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

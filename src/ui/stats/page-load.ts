import type { PlayerStore } from '../../player/player-store.ts';

/** Costs of the player on the page's main thread, in milliseconds since the watch started. */
export interface PageLoad {
  /** Handling events: the element's news, all listeners, and drawing the changes. */
  eventsMs: number;
  /** All tasks over 50 ms; `null` where the browser does not report them (Safari, Firefox). */
  longTasksMs: number | null;
}

/** Watches until `signal` aborts, and leaves nothing behind. */
export function watchPageLoad(store: PlayerStore, signal: AbortSignal): () => PageLoad {
  let eventsMs = 0;
  let longTasksMs: number | null = null;
  let isTiming = false;

  const stop = store.observe(() => {
    // An event that a listener dispatches is part of the one that woke the listener.
    if (isTiming) return () => {};
    isTiming = true;
    const from = performance.now();
    // React draws in a microtask that was queued meanwhile.
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

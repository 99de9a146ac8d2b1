declare global {
  interface Window {
    /**
     * Milliseconds of the longest interaction since the last call, 0 if none took 16 ms; `null` if
     * there was none.
     */
    benchInteraction: () => number | null;
    /** Place of a control in the frame; `null` if it is not drawn. */
    benchPlaceOf: (id: string, at: number) => { x: number; y: number } | null;
  }
}

/** Runs in the page, so it must not use outer variables. */
export function watchInteractions(): void {
  let longestMs = 0;
  let countBefore = 0;
  const take = (entries: PerformanceEntryList) => {
    for (const entry of entries as PerformanceEventTiming[])
      if (entry.interactionId > 0) longestMs = Math.max(longestMs, entry.duration);
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  // The shortest that browsers report.
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  window.benchInteraction = () => {
    take(observer.takeRecords());
    const taken = performance.interactionCount > countBefore ? longestMs : null;
    countBefore = performance.interactionCount;
    longestMs = 0;
    return taken;
  };
  window.benchPlaceOf = (id, at) => {
    const control = document.querySelector(`[data-visual-element="${id}"]`);
    const { left, top, width, height } = control?.getBoundingClientRect() ?? new DOMRect();
    return width === 0 ? null : { x: left + at * width, y: top + height / 2 };
  };
}

/** A worker's intervals, which can be suspended. */
export interface RestingIntervals {
  setInterval(callback: () => void, ms?: number): number;
  clearInterval(id?: number): void;
  /** Suspends all intervals. */
  rest(): void;
  /** Resumes all intervals. Each fires at once, because it may have missed a call. */
  wake(): void;
}

export interface NativeIntervals {
  setInterval(callback: () => void, ms?: number): number;
  clearInterval(id: number): void;
}

/**
 * Intervals (HTML, "timers") with ids of their own, because the browser's ids change with each
 * rest.
 */
export function createRestingIntervals(native: NativeIntervals): RestingIntervals {
  const running = new Map<
    number,
    { callback: () => void; ms: number | undefined; nativeId: number }
  >();
  let lastId = 0;
  let isResting = false;

  return {
    setInterval(callback, ms) {
      lastId += 1;
      running.set(lastId, {
        callback,
        ms,
        nativeId: isResting ? 0 : native.setInterval(callback, ms),
      });
      return lastId;
    },
    clearInterval(id = 0) {
      native.clearInterval(running.get(id)?.nativeId ?? 0);
      running.delete(id);
    },
    rest() {
      isResting = true;
      for (const { nativeId } of running.values()) native.clearInterval(nativeId);
    },
    wake() {
      if (!isResting) return;
      isResting = false;
      for (const interval of [...running.values()]) {
        interval.nativeId = native.setInterval(interval.callback, interval.ms);
        interval.callback();
      }
    },
  };
}

/** A worker's intervals that can be made to rest. */
export interface RestingIntervals {
  setInterval(callback: () => void, ms?: number): number;
  clearInterval(id?: number): void;
  /** None fires until they are woken. */
  rest(): void;
  /** All go on; each fires at once, because nobody knows what it has missed. */
  wake(): void;
}

export interface NativeIntervals {
  setInterval(callback: () => void, ms?: number): number;
  clearInterval(id: number): void;
}

/** The intervals of whoever asks them (HTML, "timers"), by ids of their own: those of the browser change with each rest. */
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

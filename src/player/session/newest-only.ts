/** Keeps only the answer to the newest request, whatever the order of the answers. */
export interface NewestOnly {
  /**
   * @param ask called at once, or when a running request ends and no newer one has come
   * @returns `null` when a newer request, or `forget`, has replaced this one
   */
  run<T>(ask: () => Promise<T>): Promise<T | null>;
  /** Discards the answers of running requests. */
  forget(): void;
}

/**
 * @param limit maximum running requests, to protect the server from hosts that ask a thousand times
 *   a second
 */
export function createNewestOnly(limit: number): NewestOnly {
  let underWay = 0;
  let newest = 0;
  let wakeWaiting = () => {};

  return {
    async run(ask) {
      newest += 1;
      const mine = newest;
      if (underWay >= limit) {
        await new Promise<void>((resolve) => {
          wakeWaiting();
          wakeWaiting = resolve;
        });
        if (mine !== newest) return null;
      }
      underWay += 1;
      try {
        const answer = await ask();
        return mine === newest ? answer : null;
      } finally {
        underWay -= 1;
        wakeWaiting();
      }
    },
    forget() {
      newest += 1;
    },
  };
}

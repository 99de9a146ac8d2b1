/** Answers in the order of the questions do not matter here: only the newest question's answer counts. */
export interface NewestOnly {
  /**
   * @param ask is called at once, or when one of those under way has been answered and no newer question came
   * @returns `null` when a newer question, or `forget`, has overtaken this one
   */
  run<T>(ask: () => Promise<T>): Promise<T | null>;
  /** Whatever is under way no longer counts. */
  forget(): void;
}

/** @param limit questions under way at most, so that a host which asks a thousand times a second costs the server no more */
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

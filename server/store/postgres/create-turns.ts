/**
 * Lets so many works go on at a time; others wait, in the order in which they came.
 * @param atOnce works that go on at a time, 1 or more
 * @param waitingMax works that wait; further ones fail at once, so that nothing piles up
 * @param tooMany makes what those fail with
 */
export function createTurns({
  atOnce,
  waitingMax,
  tooMany,
}: {
  atOnce: number;
  waitingMax: number;
  tooMany: () => Error;
}): <T>(work: () => Promise<T>) => Promise<T> {
  let free = atOnce;
  const waiting: (() => void)[] = [];

  return async (work) => {
    if (free > 0) free -= 1;
    else if (waiting.length >= waitingMax) throw tooMany();
    // Whoever ends gives its turn on, so that nobody who comes between takes it.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

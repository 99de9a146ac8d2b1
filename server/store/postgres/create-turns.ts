/**
 * Runs up to `atOnce` jobs at a time; the others wait in order of arrival.
 * @param atOnce jobs that run at a time, 1 or more
 * @param waitingMax jobs that may wait; further ones fail at once, so that no backlog grows
 * @param tooMany makes the error of those
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
    // A finished job passes its slot to the next in line, so that a newcomer cannot overtake.
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

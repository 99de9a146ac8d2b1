import { createFairLine } from './fair-line.ts';

/** Spreads what clients cause over turns of the event loop. */
export interface Turns {
  /** Calls `start` at once if this turn has room for it, else in one of the next turns; clients take turns. */
  begin(client: string, start: () => void): void;
}

/**
 * A client that causes hundreds of starts at once delays its own: another client's waits for a turn or two, and not for all of them.
 * What waits has no bound here. Callers bound it: each connection has at most one start that waits.
 * @param turnCount starts in one turn of the event loop
 */
export function createTurns(turnCount: number): Turns {
  const line = createFairLine<() => void>({
    clientMaxCount: Number.POSITIVE_INFINITY,
    maxCount: Number.POSITIVE_INFINITY,
  });
  let startedCount = 0;
  let isScheduled = false;

  function runTurn(): void {
    isScheduled = false;
    startedCount = 0;
    while (startedCount < turnCount) {
      const start = line.shift();
      if (start === null) break;
      run(start);
    }
    if (line.size > 0) schedule();
  }

  function run(start: () => void): void {
    startedCount += 1;
    schedule();
    start();
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(runTurn);
  }

  return {
    begin(client, start) {
      if (startedCount < turnCount && line.size === 0) run(start);
      else line.push(client, start);
    },
  };
}

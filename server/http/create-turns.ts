import { createFairLine } from './fair-line.ts';

/** Spreads what clients cause over turns of the event loop. */
export interface Turns {
  /** Calls `start` at once if this turn has room for it, else in one of the next turns; clients take turns. */
  begin(client: string, start: () => void): void;
}

interface Waiting {
  client: string;
  start: () => void;
}

export interface TurnsOptions {
  /** Starts in one turn of the event loop. */
  turnCount: number;
  /**
   * Whether this turn has other work that should come first. It holds up the next start of a client that has just had one, for
   * `yieldMaxCount` turns at most.
   */
  shouldYield?: () => boolean;
}

/** A start in every few turns keeps what has begun going, however long the other work goes on. */
const yieldMaxCount = 128;

/**
 * A client that causes hundreds of starts at once delays its own: another client's waits for a few turns, and not for all of them.
 * What waits has no bound here. Callers bound it: each connection has at most one start that waits.
 */
export function createTurns({ turnCount, shouldYield = () => false }: TurnsOptions): Turns {
  const line = createFairLine<Waiting>({
    clientMaxCount: Number.POSITIVE_INFINITY,
    maxCount: Number.POSITIVE_INFINITY,
  });
  let startedCount = 0;
  let yieldedCount = 0;
  let lastClient: string | null = null;
  let isScheduled = false;

  function runTurn(): void {
    isScheduled = false;
    startedCount = 0;
    if (line.size > 0) schedule();
    const isYielding = shouldYield() && yieldedCount < yieldMaxCount;
    yieldedCount = isYielding ? yieldedCount + 1 : 0;
    while (startedCount < turnCount) {
      const waiting = line.shift(isYielding ? lastClient : null);
      if (waiting === null) break;
      run(waiting);
    }
  }

  function run({ client, start }: Waiting): void {
    lastClient = client;
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
      if (startedCount < turnCount && line.size === 0 && !shouldYield()) run({ client, start });
      else {
        line.push(client, { client, start });
        schedule();
      }
    },
  };
}

import { answerLimits } from '../answer-limits.ts';
import { createFairLine } from './fair-line.ts';

/** Spreads work for clients over turns of the event loop. */
export interface Turns {
  /** Calls `start` now if this turn has room, otherwise in a later turn; clients alternate. */
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
   * Whether this turn has other work with priority. It delays the next start of the client that
   * started last, by up to `yieldMaxCount` turns.
   */
  shouldYield?: () => boolean;
}

/**
 * A client with hundreds of starts delays its own; another client waits for a few turns only. This
 * queue is unbounded. Callers bound it: each connection has at most one waiting start.
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
    const isYielding = shouldYield() && yieldedCount < answerLimits.yieldMaxCount;
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

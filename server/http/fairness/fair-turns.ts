import { createFairLine, type FairLineOptions } from './fair-line.ts';
import type { Admission } from './fair-slots.ts';

/**
 * Spreads work that blocks the thread over turns of the event loop, so that other requests are
 * answered in between.
 */
export interface FairTurns {
  /**
   * Waits for a turn. The caller works right after it, without another wait.
   * @param bytes amount of work
   * @param gone ends the wait
   */
  next(client: string, bytes: number, gone: AbortSignal): Promise<Admission>;
}

interface Waiting {
  bytes: number;
  admit: () => void;
}

/** @param options `turnBytes`: work in one turn, but at least one piece */
export function createFairTurns({
  turnBytes,
  ...bounds
}: { turnBytes: number } & FairLineOptions): FairTurns {
  const line = createFairLine<Waiting>(bounds);
  let isRunning = false;

  function runTurn(): void {
    let doneBytes = 0;
    while (doneBytes < turnBytes) {
      const waiting = line.shift();
      if (waiting === null) break;
      doneBytes += waiting.bytes;
      waiting.admit();
    }
    isRunning = line.size > 0;
    if (isRunning) setImmediate(runTurn);
  }

  return {
    next(client, bytes, gone) {
      if (gone.aborted) return Promise.resolve('gone');
      return new Promise((resolve) => {
        const waiting: Waiting = { bytes, admit: () => resolve('admitted') };
        if (!line.push(client, waiting)) return resolve('full');
        // No effect after its turn.
        gone.addEventListener('abort', () => {
          line.remove(client, waiting);
          resolve('gone');
        });
        if (isRunning) return;
        isRunning = true;
        setImmediate(runTurn);
      });
    },
  };
}

import type { Log } from '../operator/log/create-log.ts';
import { expiredSentence } from './expired.ts';
import { expiryLimits } from './expiry-limits.ts';
import type { ServerStore } from './server-store.ts';

const dayMs = 86_400_000;

export interface MaintenanceDeps {
  store: Pick<ServerStore, 'maintain'>;
  keepDays: number | null;
  /** A date in Unix milliseconds that the operator has confirmed. */
  trustDateMs: number | null;
  /** Unix milliseconds. */
  now: () => number;
  log: Log;
  /** Gets unexpected errors. */
  reportError: (error: unknown) => void;
}

/**
 * Maintains the store now and then daily. It logs what has expired and, once a day, why nothing
 * expires.
 * @returns a function that stops it, after the current step
 */
export function startMaintenance({
  store,
  keepDays,
  trustDateMs,
  now,
  log,
  reportError,
}: MaintenanceDeps): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  /** Runs since the last warning that nothing expires. */
  let quietRuns = 0;
  let running = run();

  function logRefusal(refusal: string): void {
    if (quietRuns === 0) log.warn('CLOCK', refusal);
    quietRuns = (quietRuns + 1) % (dayMs / expiryLimits.againMs);
  }

  async function run(): Promise<void> {
    let isDone = false;
    try {
      const result = await store.maintain({
        nowMs: now(),
        keepDays,
        trustDateMs,
        asksWitness: true,
        signal: stopping.signal,
        onExpired: ({ ...expired }) => log.info('EXPIRED', expiredSentence(expired), expired),
      });
      const refusal = result.ok ? result.value.refusal : null;
      isDone = result.ok && refusal === null;
      if (refusal !== null) logRefusal(refusal);
      else if (isDone) quietRuns = 0;
    } catch (error) {
      reportError(error);
    }
    if (stopping.signal.aborted) return;
    timer = setTimeout(
      () => {
        running = run();
      },
      isDone ? dayMs : expiryLimits.againMs,
    );
    timer.unref();
  }

  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await running;
  };
}

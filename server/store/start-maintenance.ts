import type { Log } from '../log/create-log.ts';
import type { EventStore } from './event-store.ts';
import { expiredSentence } from './expired.ts';

const dayMs = 86_400_000;

/** After a failure, such as a database that is away, or with a clock that may soon be set right. */
const againMs = 600_000;

export interface MaintenanceDeps {
  store: EventStore;
  keepDays: number | null;
  /** A date that the operator says has come, as Unix milliseconds. */
  trustDateMs: number | null;
  /** Unix milliseconds. */
  now: () => number;
  log: Log;
  /** Gets what nobody expected. */
  reportError: (error: unknown) => void;
}

/**
 * Does what the store needs now, and then daily. The operator reads what has expired, and once a day why nothing does.
 * @returns stops it, once what is under way has ended
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
  /** Runs since the operator was told last that nothing expires. */
  let quietRuns = 0;
  let running = run();

  function tellRefusal(refusal: string): void {
    if (quietRuns === 0) log.warn('CLOCK', refusal);
    quietRuns = (quietRuns + 1) % (dayMs / againMs);
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
      if (refusal !== null) tellRefusal(refusal);
      else if (isDone) quietRuns = 0;
    } catch (error) {
      reportError(error);
    }
    if (stopping.signal.aborted) return;
    timer = setTimeout(
      () => {
        running = run();
      },
      isDone ? dayMs : againMs,
    );
    timer.unref();
  }

  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await running;
  };
}

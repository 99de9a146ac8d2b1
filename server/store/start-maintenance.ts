import type { EventStore } from './event-store.ts';

const dayMs = 86_400_000;

/** After a failure, such as a database that is away, the work of the day is tried again so much later. */
const againMs = 600_000;

export interface MaintenanceDeps {
  store: EventStore;
  keepDays: number | null;
  /** Unix milliseconds. */
  now: () => number;
  /** Gets what nobody expected. */
  reportError: (error: unknown) => void;
}

/**
 * Does what the store needs now, and then daily.
 * @returns stops it, once what is under way has ended
 */
export function startMaintenance({
  store,
  keepDays,
  now,
  reportError,
}: MaintenanceDeps): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = run();

  async function run(): Promise<void> {
    let isDone = false;
    try {
      isDone = (await store.maintain({ nowMs: now(), keepDays, signal: stopping.signal })).ok;
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

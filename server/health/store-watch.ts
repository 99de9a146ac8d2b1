import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';
import type { EventStore, StoreSummary } from '../store/event-store.ts';
import { StoreError, type StoreProblem } from '../store/store-driver.ts';

/** Why the store does not answer: a problem that it names itself, no word of it in time, or what nobody expected. */
export type WatchProblem = StoreProblem | 'STORE_SILENT' | 'STORE_UNAVAILABLE';

/** The totals of the store, for those who want to know whether it answers at all. */
export interface StoreWatch {
  /** Never throws, and never takes longer than the deadline. */
  ask(): Promise<Result<StoreSummary, WatchProblem>>;
}

/** Probes and scrapes come every few seconds, and have deadlines of their own, mostly longer. */
const answerDefaultMs = 3_000;

/**
 * One question is under way at a time, however many ask: a database that hangs gets no queue of them.
 * @param reportError gets why the store does not answer, where it does not say so itself
 */
export function createStoreWatch(
  store: Pick<EventStore, 'summary'>,
  { reportError, answerMs = answerDefaultMs }: { reportError: (error: unknown) => void; answerMs?: number },
): StoreWatch {
  let asked: Promise<Result<StoreSummary, WatchProblem>> | null = null;

  async function question(): Promise<Result<StoreSummary, WatchProblem>> {
    try {
      return ok(await store.summary());
    } catch (error) {
      if (error instanceof StoreError) return { ok: false, error: error.failure };
      reportError(error);
      return err(
        'STORE_UNAVAILABLE',
        'The event store does not answer; its operator finds the cause in the output.',
      );
    } finally {
      asked = null;
    }
  }

  return {
    ask() {
      asked ??= question();
      return orSilent(asked, answerMs);
    },
  };
}

function orSilent<T>(
  answer: Promise<Result<T, WatchProblem>>,
  answerMs: number,
): Promise<Result<T, WatchProblem>> {
  return new Promise((resolve) => {
    const timer = setTimeout(
      () =>
        resolve(
          err('STORE_SILENT', `The event store has not answered for ${answerMs / 1_000} s; ask again later.`),
        ),
      answerMs,
    );
    answer.then((result) => {
      clearTimeout(timer);
      resolve(result);
    });
  });
}

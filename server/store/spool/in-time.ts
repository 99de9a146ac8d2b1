import type { Failure, Result } from '../../../shared/tools/result.ts';
import type { StoreProblem } from '../store-problem.ts';

export interface InTime {
  /** Whether the store has not yet answered a write that is overdue. */
  isSlow(): boolean;
  /**
   * @returns the store's answer, or `slowAnswer` once `slowMs` have passed. The write goes on then,
   *   and may still be stored.
   */
  wait<T>(work: Promise<Result<T, StoreProblem>>): Promise<Result<T, StoreProblem>>;
}

export const slowAnswer: { ok: false; error: Failure<StoreProblem> } = {
  ok: false,
  error: {
    code: 'STORE_AWAY',
    message: 'The event store is slow; send the request again later.',
  },
};

/** @param reportError receives unexpected errors of writes that were overdue */
export function createInTime(slowMs: number, reportError: (error: unknown) => void): InTime {
  let overdueCount = 0;
  return {
    isSlow: () => overdueCount > 0,
    wait(work) {
      return new Promise((resolve, reject) => {
        let isOverdue = false;
        const late = setTimeout(() => {
          isOverdue = true;
          overdueCount += 1;
          resolve(slowAnswer);
        }, slowMs);
        work
          .finally(() => {
            clearTimeout(late);
            if (isOverdue) overdueCount -= 1;
          })
          .then(resolve, (error: unknown) => {
            if (isOverdue) reportError(error);
            else reject(error);
          });
      });
    },
  };
}

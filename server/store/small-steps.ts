import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { expiryLimits } from './expiry-limits.ts';
import { retentionLimits } from './retention-limits.ts';
import type { StoreDriver } from './store-driver.ts';
import type { StoreTables } from './store-tables.ts';

/** Runs long work in transactions so small that requests are answered between them. */
export interface SmallSteps {
  /** Rows that the next step may change. */
  readonly rows: number;
  /** @returns the step's result, after its commit and a pause for other work */
  run<T>(step: (within: Transaction<StoreTables>, rows: number) => Promise<T>): Promise<T>;
}

export interface SmallStepsDeps {
  driver: Pick<StoreDriver, 'transaction' | 'stepMs'>;
  /** Milliseconds of a monotonic clock. */
  monotonicMs: () => number;
}

export function createSmallSteps({ driver, monotonicMs }: SmallStepsDeps): SmallSteps {
  let rows: number = expiryLimits.firstStepRowsCount;
  return {
    get rows() {
      return rows;
    },
    async run(step) {
      const stepRows = rows;
      let startMs = 0;
      const result = await driver.transaction((within) => {
        // Start the clock inside the transaction: waiting for another transaction does not count.
        startMs = monotonicMs();
        return step(within, stepRows);
      });
      const tookMs = monotonicMs() - startMs;
      rows = nextStepRows(stepRows, tookMs, driver.stepMs);
      // Leave other work the time that this step took, up to `stepMs`.
      await wait(Math.min(tookMs, driver.stepMs));
      return result;
    },
  };
}

/** @returns half the rows after a slow step, twice the rows after a quick one */
function nextStepRows(rows: number, tookMs: number, stepMs: number): number {
  const { stepRows, stepRowsMin } = retentionLimits;
  if (tookMs > stepMs) return Math.max(stepRowsMin.value, Math.floor(rows / 2));
  return tookMs < stepMs / 2 ? Math.min(stepRows.value, rows * 2) : rows;
}

/**
 * For lists in SQL, whose length is part of the statement's text. With few different lengths, a
 * driver caches few statements.
 * @returns the list, padded with its last item up to the next power of two
 */
export function padded<T>(items: readonly T[]): T[] {
  const last = items.at(-1);
  if (last === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(items.length));
  return [...items, ...Array.from({ length: length - items.length }, () => last)];
}

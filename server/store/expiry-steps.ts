import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { retentionLimits } from '../limits/retention-limits.ts';
import type { StoreDriver } from './store-driver.ts';
import type { StoreTables } from './store-tables.ts';

/** The first step is small; what is known of the disk and the rows comes with it. */
const startRows = 64;

/** Runs expiry in transactions that are small enough for requests to be answered between them. */
export interface ExpirySteps {
  /** Rows that the next step may remove. */
  readonly rows: number;
  /** @returns what the step has returned, once it is committed and others have had their turn */
  run<T>(step: (within: Transaction<StoreTables>, rows: number) => Promise<T>): Promise<T>;
}

export interface ExpiryStepsDeps {
  driver: Pick<StoreDriver, 'transaction' | 'stepMs'>;
  /** Milliseconds of a clock that is never set. */
  monotonicMs: () => number;
}

export function createExpirySteps({ driver, monotonicMs }: ExpiryStepsDeps): ExpirySteps {
  let rows = startRows;
  return {
    get rows() {
      return rows;
    },
    async run(step) {
      const stepRows = rows;
      let startMs = 0;
      const result = await driver.transaction((within) => {
        // From here on, and not while it waits for another transaction.
        startMs = monotonicMs();
        return step(within, stepRows);
      });
      const tookMs = monotonicMs() - startMs;
      rows = nextStepRows(stepRows, tookMs, driver.stepMs);
      // As long for all others as for this.
      await wait(Math.min(tookMs, driver.stepMs));
      return result;
    },
  };
}

/** @returns half as many rows after a step that took too long, twice as many after a quick one */
function nextStepRows(rows: number, tookMs: number, stepMs: number): number {
  const { stepRows, stepRowsMin } = retentionLimits;
  if (tookMs > stepMs) return Math.max(stepRowsMin.value, Math.floor(rows / 2));
  return tookMs < stepMs / 2 ? Math.min(stepRows.value, rows * 2) : rows;
}

/**
 * For lists in SQL, whose lengths are parts of the statement's text: with few lengths a driver keeps few statements.
 * @returns the list with its last item repeated up to the next power of two
 */
export function padded<T>(items: readonly T[]): T[] {
  const last = items.at(-1);
  if (last === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(items.length));
  return [...items, ...Array.from({ length: length - items.length }, () => last)];
}

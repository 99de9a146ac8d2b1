import { type AggregateFunctionBuilder, type ExpressionBuilder, sql } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import { isRefused } from './refused.ts';

/**
 * Counts of playbacks by outcome, for a `select`. Drivers may return them as text; `Number` reads
 * both.
 */
export const outcomeCounts = (value: ExpressionBuilder<StoreTables, 'playbacks'>) =>
  countsOf(value, () => value.fn.countAll<number>());

/** The same counts of changes, which take some playbacks away. `null` where there are none. */
export function changedCounts(value: ExpressionBuilder<StoreTables, 'playback_changes'>) {
  // Changes have these columns of playbacks too.
  const same = value as unknown as ExpressionBuilder<StoreTables, 'playbacks'>;
  return countsOf(same, () => same.fn.sum<number>(sql.ref('sign')));
}

function countsOf(
  value: ExpressionBuilder<StoreTables, 'playbacks'>,
  counted: () => AggregateFunctionBuilder<StoreTables, 'playbacks', number>,
) {
  const { eb, or, and } = value;
  return [
    counted().as('playbacks'),
    counted()
      .filterWhere(or([eb('is_begun', '=', 1), eb('watched_ms', '>', 0)]))
      .as('played'),
    counted().filterWhere('is_exit_before_start', '=', 1).as('exits'),
    counted().filterWhere('failure', 'is not', null).as('failed'),
    counted().filterWhere(isRefused(value)).as('refusals'),
    counted()
      .filterWhere(and([eb('rebuffer_count', '>', 0)]))
      .as('rebuffered'),
  ] as const;
}

/** @returns the same counts by the names of a report */
export function outcomesOf(
  row: Record<'playbacks' | 'played' | 'exits' | 'failed' | 'refusals' | 'rebuffered', number>,
) {
  return {
    playbacks: Number(row.playbacks),
    played: Number(row.played),
    exitsBeforeStart: Number(row.exits),
    failures: Number(row.failed) - Number(row.refusals),
    refusals: Number(row.refusals),
    rebuffered: Number(row.rebuffered),
  };
}

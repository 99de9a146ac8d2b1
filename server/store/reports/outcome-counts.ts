import type { ExpressionBuilder } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import { isRefused } from './refused.ts';

/**
 * Counts of playbacks by outcome, for a `select`. Drivers may return them as text; `Number` reads
 * both.
 */
export function outcomeCounts(value: ExpressionBuilder<StoreTables, 'playbacks'>) {
  const { fn, eb, or, and } = value;
  const counted = () => fn.countAll<number>();
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

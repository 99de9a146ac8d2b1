import type { ExpressionBuilder } from 'kysely';
import type { StoreTables } from '../store-tables.ts';

/**
 * Counts of playbacks by outcome, for a `select`. Drivers may return them as text; `Number` reads
 * both.
 */
export function outcomeCounts({ fn, eb, or, and }: ExpressionBuilder<StoreTables, 'playbacks'>) {
  const counted = () => fn.countAll<number>();
  return [
    counted().as('playbacks'),
    counted()
      .filterWhere(or([eb('is_begun', '=', 1), eb('watched_ms', '>', 0)]))
      .as('played'),
    counted().filterWhere('is_exit_before_start', '=', 1).as('exits'),
    counted().filterWhere('failure', 'is not', null).as('failures'),
    counted()
      .filterWhere(and([eb('rebuffer_count', '>', 0)]))
      .as('rebuffered'),
  ] as const;
}

/** @returns the same counts by the names of a report */
export function outcomesOf(
  row: Record<'playbacks' | 'played' | 'exits' | 'failures' | 'rebuffered', number>,
) {
  return {
    playbacks: Number(row.playbacks),
    played: Number(row.played),
    exitsBeforeStart: Number(row.exits),
    failures: Number(row.failures),
    rebuffered: Number(row.rebuffered),
  };
}

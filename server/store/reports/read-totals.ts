import type { Kysely } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import { outcomeCounts } from './outcome-counts.ts';
import { isRefused } from './refused.ts';
import { reportLimits } from './report-limits.ts';
import type { DashboardReport, PlaybackTotals } from './reports.ts';
import { type PlaybackSelection, selectPlaybacks } from './select-playbacks.ts';

export async function readTotals(
  database: Kysely<StoreTables>,
  filter: PlaybackSelection,
): Promise<PlaybackTotals> {
  const found = await selectPlaybacks(database, filter)
    .select((value) => [
      ...outcomeCounts(value),
      value.fn.countAll<number>().filterWhere('summary_seq', '>', 0).as('summaries'),
      value.fn.countAll<number>().filterWhere('is_autoplay_blocked', '=', 1).as('blocked'),
      value.fn.countAll<number>().filterWhere('failure', '=', 'before_start').as('before'),
      value.fn
        .countAll<number>()
        .filterWhere(value.and([isRefused(value), value.eb('failure', '=', 'before_start')]))
        .as('refused_before'),
      value.fn.sum<number | null>('rebuffer_count').as('rebuffer_count'),
      value.fn.sum<number | null>('rebuffer_ms').as('rebuffer_ms'),
      value.fn.sum<number | null>('watched_ms').as('watched_ms'),
    ])
    .executeTakeFirstOrThrow();
  return totalsOf(found);
}

type Counted = Record<
  | 'playbacks'
  | 'played'
  | 'exits'
  | 'failed'
  | 'refusals'
  | 'rebuffered'
  | 'summaries'
  | 'blocked'
  | 'before'
  | 'refused_before',
  number
> &
  Record<'rebuffer_count' | 'rebuffer_ms' | 'watched_ms', number | null>;

/** @returns the totals of a report from counts by the names of columns */
export function totalsOf(found: Counted): PlaybackTotals {
  return {
    playbacks: Number(found.playbacks),
    played: Number(found.played),
    summaries: Number(found.summaries),
    exitsBeforeStart: Number(found.exits),
    autoplaysBlocked: Number(found.blocked),
    ...failuresOf(found),
    rebuffered: Number(found.rebuffered),
    rebufferCount: Number(found.rebuffer_count),
    rebufferMs: Number(found.rebuffer_ms),
    watchedMs: Number(found.watched_ms),
  };
}

/** Refusals apart from the failures. */
function failuresOf(found: Record<'failed' | 'before' | 'refusals' | 'refused_before', number>) {
  const [failed, refusals] = [Number(found.failed), Number(found.refusals)];
  const failuresBeforeStart = Number(found.before) - Number(found.refused_before);
  return {
    failuresBeforeStart,
    failuresMidStream: failed - refusals - failuresBeforeStart,
    refusals,
  };
}

/** @param of failures, or refusals */
export async function readCauses(
  database: Kysely<StoreTables>,
  filter: PlaybackSelection,
  of: 'failures' | 'refusals',
): Promise<DashboardReport['failures']> {
  const rows = await selectPlaybacks(database, filter)
    .where((value) =>
      of === 'refusals'
        ? isRefused(value)
        : value.and([value.eb('failure', 'is not', null), value.not(isRefused(value))]),
    )
    .select(({ fn }) => [
      'error_name',
      fn.countAll<number>().as('playbacks'),
      fn.countAll<number>().filterWhere('failure', '=', 'before_start').as('before'),
    ])
    .groupBy('error_name')
    .orderBy('playbacks', 'desc')
    .orderBy('error_name')
    .limit(reportLimits.causesCount)
    .execute();
  return rows.map(({ error_name, playbacks, before }) => ({
    name: error_name ?? '',
    beforeStart: Number(before),
    midStream: Number(playbacks) - Number(before),
  }));
}

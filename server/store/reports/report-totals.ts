import type { PlaybackTotals } from './report-figures.ts';

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

import type { Kysely } from 'kysely';
import type { StoreTables } from '../../store-tables.ts';
import type { ReportFilter } from '../report-figures.ts';
import { conditionsOf, type PlaybackSelection } from '../select-playbacks.ts';
import { addPlayback, addSum } from './playback-sum.ts';
import { playbacksIn, summedColumns } from './playbacks-in.ts';
import { addEach, type StepLimits, type StepSums, stepAt } from './step-sums.ts';
import type { TimeRange } from './sum-periods.ts';
import { readSum } from './sum-text.ts';
import type { SumsPlan } from './sums-plan.ts';

/**
 * Adds up the playbacks of a filter: stored sums, changes that they do not contain yet, and the
 * playbacks at the ends of the time.
 * @param filter with at most one condition besides the time, if the plan has sums
 */
export async function readSums(
  database: Kysely<StoreTables>,
  filter: PlaybackSelection,
  plan: SumsPlan,
  { stepMs, addedCount }: StepLimits,
): Promise<StepSums> {
  const steps: StepSums = new Map();
  for (const { spanMs, sign, fromMs, toMs } of plan.pieces) {
    if (spanMs === null)
      addEach(steps, await playbacksIn(database, { ...filter, fromMs, toMs }), stepMs, sign);
    else
      for (const row of await sumsIn(database, filter, { ...plan, spanMs, fromMs, toMs }))
        addSum(stepAt(steps, row.start_ms, stepMs), readSum(row));
  }
  await addWaiting(waitingChanges(database, filter, plan), steps, { stepMs, addedCount });
  return steps;
}

/** Adds changes a limited number at a time, which bounds the memory for them. */
async function addWaiting(
  changes: ReturnType<typeof waitingChanges>,
  steps: StepSums,
  { stepMs, addedCount }: StepLimits,
): Promise<void> {
  for (let lastRow = 0; ; ) {
    const found = await changes
      .select(['row', 'sign', ...summedColumns])
      .where('row', '>', lastRow)
      .orderBy('row')
      .limit(addedCount)
      .execute();
    for (const change of found)
      addPlayback(stepAt(steps, change.received_ms, stepMs), change, change.sign);
    if (found.length < addedCount) return;
    lastRow = Number(found.at(-1)?.row);
  }
}

const sumsIn = (
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  { kind, spanMs, fromMs, toMs }: { kind: SumsPlan['kind']; spanMs: number } & TimeRange,
) =>
  database
    .selectFrom('playback_sums')
    .selectAll()
    .where('kind', '=', kind)
    .where('span_ms', '=', spanMs)
    .where('name', '=', conditionsOf(filter)[0]?.name ?? '')
    .where('start_ms', '>=', fromMs)
    .where('start_ms', '<', toMs)
    .execute();

/** @returns a query over the changes of the playbacks that the plan takes from sums */
export function waitingChanges(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  { pieces }: SumsPlan,
) {
  const summed = pieces.filter(({ spanMs }) => spanMs !== null);
  const [fromMs, toMs] = [summed[0]?.fromMs ?? 0, summed.at(-1)?.toMs ?? 0];
  let query = database
    .selectFrom('playback_changes')
    .where('received_ms', '>=', fromMs)
    .where('received_ms', '<', toMs);
  for (const { column, name } of conditionsOf(filter)) query = query.where(column, '=', name);
  return query;
}

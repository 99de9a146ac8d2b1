import type { Kysely } from 'kysely';
import type { StoreTables } from '../../store-tables.ts';
import type { ReportFilter } from '../report-figures.ts';
import type { PlaybackSelection } from '../select-playbacks.ts';
import { addPlayback, addSum } from './playback-sum.ts';
import { playbacksIn, summedColumns } from './playbacks-in.ts';
import { addEach, type StepSums, stepAt } from './step-sums.ts';
import { readSum } from './sum-text.ts';
import type { SumsPlan } from './sums-plan.ts';

/**
 * Adds up the playbacks of a filter: stored sums, changes that they do not contain yet, and the
 * playbacks at the ends of the time.
 * @param filter at most one of video, host and browser if the plan has sums
 */
export async function readSums(
  database: Kysely<StoreTables>,
  filter: PlaybackSelection,
  plan: SumsPlan,
  stepMs: number,
): Promise<StepSums> {
  const steps: StepSums = new Map();
  for (const { spanMs, fromMs, toMs } of plan.pieces) {
    if (spanMs === null)
      addEach(steps, await playbacksIn(database, { ...filter, fromMs, toMs }), stepMs);
    else
      for (const row of await sumsIn(database, filter, { ...plan, spanMs, fromMs, toMs }))
        addSum(stepAt(steps, row.start_ms, stepMs), readSum(row));
  }
  for (const change of await waitingChanges(database, filter, plan))
    addPlayback(stepAt(steps, change.received_ms, stepMs), change, change.sign);
  return steps;
}

const sumsIn = (
  database: Kysely<StoreTables>,
  { videoId, host, browser }: ReportFilter,
  { kind, spanMs, fromMs, toMs }: { kind: SumsPlan['kind']; spanMs: number } & TimeRange,
) =>
  database
    .selectFrom('playback_sums')
    .selectAll()
    .where('kind', '=', kind)
    .where('span_ms', '=', spanMs)
    .where('name', '=', videoId ?? host ?? browser ?? '')
    .where('start_ms', '>=', fromMs)
    .where('start_ms', '<', toMs)
    .execute();

interface TimeRange {
  fromMs: number;
  toMs: number;
}

/** @returns changes of the playbacks that the plan takes from sums */
export async function waitingChanges(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  { pieces }: SumsPlan,
) {
  const summed = pieces.filter(({ spanMs }) => spanMs !== null);
  const [first, last] = [summed[0], summed.at(-1)];
  if (first === undefined || last === undefined) return [];
  let query = database
    .selectFrom('playback_changes')
    .select([...summedColumns, 'sign'])
    .where('received_ms', '>=', first.fromMs)
    .where('received_ms', '<', last.toMs);
  if (filter.videoId !== null) query = query.where('video_id', '=', filter.videoId);
  if (filter.host !== null) query = query.where('host', '=', filter.host);
  if (filter.browser !== null) query = query.where('browser', '=', filter.browser);
  return await query.execute();
}

import type { Kysely } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import { latestPart } from './latest-part.ts';
import type { ReportFilter } from './report-figures.ts';
import type { CountingLimits } from './report-limits.ts';
import type { FiguresPart } from './report-parts.ts';
import type { PlaybackSelection } from './select-playbacks.ts';
import { storedKindOf } from './stored-kind.ts';
import { playbacksIn } from './sums/playbacks-in.ts';
import { readSums } from './sums/read-sums.ts';
import { sumEach } from './sums/step-sums.ts';
import { planSums } from './sums/sums-plan.ts';

/** The figures of a report, and the playbacks that they are of. */
interface ReadFigures {
  part: FiguresPart;
  selection: PlaybackSelection;
}

/**
 * The playbacks of a filter: each of them if there are few, else their sums. A filter without
 * stored sums has its latest playbacks.
 * @param floorMs the time is cut at this moment if it would be cut; `null`: where it has to be
 */
export async function readFigures(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  {
    stepMs,
    floorMs,
    counting,
  }: { stepMs: number; floorMs: number | null; counting: CountingLimits },
): Promise<ReadFigures> {
  const { countedCount, addedCount } = counting;
  const kind = storedKindOf(filter);
  if (kind === null) {
    const { filter: selection, countedFromMs } = await latestPart(database, filter, {
      floorMs,
      countedCount,
    });
    // Each query would look through all playbacks of a condition, so one reads them.
    const playbacks = await playbacksIn(database, selection);
    return { part: { playbacks, countedFromMs }, selection };
  }
  const plan = await planSums(database, filter, { kind, stepMs, counting });
  if (plan !== null) {
    const sums = await readSums(database, filter, plan, { stepMs, addedCount });
    return { part: { sums, countedFromMs: null }, selection: filter };
  }
  const playbacks = await playbacksIn(database, filter, countedCount + 1);
  const part: FiguresPart =
    playbacks.length <= countedCount
      ? { playbacks, countedFromMs: null }
      : { sums: await sumEach(database, filter, { stepMs, addedCount }), countedFromMs: null };
  return { part, selection: filter };
}

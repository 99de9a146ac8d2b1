import type { Kysely } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import { countFigures } from './count-figures.ts';
import { figuresOfEach } from './figures-of-each.ts';
import { type LatestPart, latestPart } from './latest-part.ts';
import type { PlaybackFigures, ReportFilter } from './reports.ts';
import { playbacksIn, readSums } from './sums/read-sums.ts';
import { figuresOf } from './sums/sum-figures.ts';
import { kindOf, planSums } from './sums/sums-plan.ts';

/** The figures of a report, and the playbacks that they are of. */
export interface ReadFigures extends LatestPart {
  figures: PlaybackFigures;
}

/**
 * Figures of the playbacks of a filter: counted if there are few, else from stored sums. A filter
 * without such sums has those of its latest playbacks.
 */
export async function readFigures(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  stepMs: number,
): Promise<ReadFigures> {
  const kind = kindOf(filter);
  if (kind === null) {
    const part = await latestPart(database, filter);
    // Each query would look through all playbacks of a video, page or browser, so one reads them.
    const playbacks = await playbacksIn(database, part.filter);
    return { ...part, figures: figuresOfEach(playbacks, stepMs) };
  }
  const sums = await planSums(database, filter, { kind, stepMs });
  const figures =
    sums === null
      ? await countFigures(database, filter, stepMs)
      : figuresOf(await readSums(database, filter, sums, stepMs));
  return { filter, countedFromMs: null, figures };
}

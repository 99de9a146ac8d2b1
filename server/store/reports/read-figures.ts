import type { Kysely } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import { countFigures } from './count-figures.ts';
import type { LatestPart } from './latest-part.ts';
import type { PlaybackFigures, ReportFilter } from './reports.ts';
import { readSums } from './sums/read-sums.ts';
import { figuresOf } from './sums/sum-figures.ts';
import { planFigures } from './sums/sums-plan.ts';

/** The figures of a report, and the playbacks that they are of. */
export interface ReadFigures extends LatestPart {
  figures: PlaybackFigures;
}

/**
 * Figures of the playbacks of a filter: counted if there are few, else from stored sums, or from
 * the latest playbacks if there are no such sums.
 */
export async function readFigures(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  stepMs: number,
): Promise<ReadFigures> {
  const { sums, ...part } = await planFigures(database, filter, stepMs);
  const figures =
    sums === null
      ? await countFigures(database, part.filter, stepMs)
      : figuresOf(await readSums(database, part.filter, sums, stepMs));
  return { ...part, figures };
}

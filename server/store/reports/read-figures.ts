import type { Kysely } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import { countFigures } from './count-figures.ts';
import type { PlaybackFigures, ReportFilter } from './reports.ts';
import { readSums } from './sums/read-sums.ts';
import { figuresOf } from './sums/sum-figures.ts';
import { kindOf, planSums } from './sums/sums-plan.ts';

/** Figures of the playbacks of a filter: counted if there are few, else from stored sums. */
export async function readFigures(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  stepMs: number,
): Promise<PlaybackFigures> {
  const plan = await planSums(database, filter, { kind: kindOf(filter), stepMs });
  if (plan === null) return await countFigures(database, filter, stepMs);
  return figuresOf(await readSums(database, filter, plan, stepMs));
}

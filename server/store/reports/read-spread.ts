import { type Kysely, sql } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import type { Bar, Spread } from './reports.ts';
import { type PlaybackSelection, selectPlaybacks } from './select-playbacks.ts';

type Measure = 'start_ms' | 'rebuffer_percent';

/**
 * Median and 95th percentile by nearest rank, as in `shared/tools/quantile.ts`, over playbacks with
 * a known measure.
 */
export async function readSpread(
  database: Kysely<StoreTables>,
  filter: PlaybackSelection,
  measure: Measure,
): Promise<Spread> {
  const known = selectPlaybacks(database, filter).where(measure, 'is not', null);
  const { total } = await known
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const count = Number(total);
  if (count === 0) return { count, median: null, p95: null };
  const ranks = [Math.ceil(count / 2), Math.ceil((count * 95) / 100)];
  const ranked = known.select((value) => [
    value.ref(measure).as('measured'),
    value.fn
      .agg<number>('row_number')
      .over((window) => window.orderBy(measure))
      .as('rank'),
  ]);
  const rows = await database
    .selectFrom(ranked.as('ranked'))
    .select(['measured', 'rank'])
    .where('rank', 'in', ranks)
    .execute();
  const at = (rank: number | undefined) =>
    rows.find((row) => Number(row.rank) === rank)?.measured ?? null;
  return { count, median: at(ranks[0]), p95: at(ranks[1]) };
}

/** @param ends upper ends of the bars, ascending; the last bar has none */
export async function barsOf(
  database: Kysely<StoreTables>,
  filter: PlaybackSelection,
  measure: Measure,
  ends: readonly number[],
): Promise<Bar[]> {
  const place = sql<number>`case ${sql.join(
    ends.map(
      (end, index) => sql`when ${sql.ref(measure)} < ${sql.lit(end)} then ${sql.lit(index)}`,
    ),
    sql` `,
  )} else ${sql.lit(ends.length)} end`;
  const rows = await selectPlaybacks(database, filter)
    .where(measure, 'is not', null)
    .select(({ fn }) => [place.as('place'), fn.countAll<number>().as('playbacks')])
    .groupBy('place')
    .execute();
  return [...ends, null].map((below, index) => ({
    below,
    count: Number(rows.find((row) => Number(row.place) === index)?.playbacks ?? 0),
  }));
}

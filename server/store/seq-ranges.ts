import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { SeqRange } from '../../shared/rpc/news.ts';
import type { StoreTables } from './store-tables.ts';

/** A query for event numbers of one document, without duplicates. */
type SeqQuery<Tables extends keyof StoreTables> = SelectQueryBuilder<
  StoreTables,
  Tables,
  { seq: number }
>;

/**
 * Joins event numbers to ranges inside the database, so that a million consecutive events are read
 * as one pair. Within a run of consecutive numbers, number minus position is constant and so
 * identifies the run.
 * @returns the first ranges, sorted and inclusive; `isCut` if there are more
 */
export async function seqRanges<Tables extends keyof StoreTables>(
  database: Kysely<StoreTables>,
  seqs: SeqQuery<Tables>,
  maxCount: number,
): Promise<{ ranges: SeqRange[]; isCut: boolean }> {
  const numbered = database.selectFrom(seqs.as('known')).select((value) => [
    'seq',
    value(
      'seq',
      '-',
      value.fn.agg<number>('row_number').over((window) => window.orderBy('seq')),
    ).as('run'),
  ]);
  const rows = await database
    .selectFrom(numbered.as('numbered'))
    .select(({ fn }) => [fn.min('seq').as('first'), fn.max('seq').as('last')])
    .groupBy('run')
    .orderBy('first')
    .limit(maxCount + 1)
    .execute();
  return {
    ranges: rows.slice(0, maxCount).map(({ first, last }): SeqRange => [first, last]),
    isCut: rows.length > maxCount,
  };
}

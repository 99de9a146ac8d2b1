import type { SelectQueryBuilder } from 'kysely';
import type { StoreTables } from '../store-tables.ts';

/**
 * Reads where the time of playbacks has to be cut, so that looking at each has a bound. Playbacks
 * that arrived together with the first that is left out are left out too.
 * @param playbacks a query without columns; an index must give them in the order of their time
 * @param countedCount playbacks that may be looked at
 * @returns the first moment that still belongs to the time, in Unix milliseconds; `null` if there
 *   are not more playbacks
 */
export async function countedFrom(
  playbacks: SelectQueryBuilder<StoreTables, 'playbacks', object>,
  countedCount: number,
): Promise<number | null> {
  const firstLeftOut = await playbacks
    .select('received_ms')
    .orderBy('received_ms', 'desc')
    .limit(1)
    .offset(countedCount)
    .executeTakeFirst();
  return firstLeftOut === undefined ? null : Number(firstLeftOut.received_ms) + 1;
}

import type { Kysely, Selectable } from 'kysely';
import { dayInId } from './id-day.ts';
import type { StoreDriver } from './store-driver.ts';
import type { StoreTables } from './store-tables.ts';

/**
 * Selects the events of one document. With partitions, it looks only into the partition of the
 * document's day.
 */
export function eventsOf(
  database: Kysely<StoreTables>,
  sid: string,
  { isPartitioned }: Pick<StoreDriver, 'isPartitioned'>,
) {
  const events = database.selectFrom('events').where('sid', '=', sid);
  return isPartitioned
    ? events.where('day', '=', ({ selectFrom }) =>
        selectFrom('clients')
          .select('day')
          .where('sid', '=', sid)
          .where('id_day', '=', dayInId(sid))
          .$castTo<number>(),
      )
    : events;
}

/** @returns up to `limit` events with a greater row number, in that order, without skipping any */
export async function eventsAfter(
  { database, completeRow }: Pick<StoreDriver, 'database' | 'completeRow'>,
  row: number,
  limit: number,
): Promise<Selectable<StoreTables['events']>[]> {
  return database
    .selectFrom('events')
    .selectAll()
    .where('row', '>', row)
    .where('row', '<=', await completeRow())
    .orderBy('row')
    .limit(limit)
    .execute();
}

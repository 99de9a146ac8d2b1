import type { Kysely } from 'kysely';
import type { StoreDriver } from './store-driver.ts';
import type { StoreTables } from './store-tables.ts';

/** The events of one document, looked for where they can be and nowhere else. */
export function eventsOf(
  database: Kysely<StoreTables>,
  sid: string,
  { isPartitioned }: Pick<StoreDriver, 'isPartitioned'>,
) {
  const events = database.selectFrom('events').where('sid', '=', sid);
  return isPartitioned
    ? events.where('day', '=', ({ selectFrom }) =>
        selectFrom('clients').select('day').where('sid', '=', sid).$castTo<number>(),
      )
    : events;
}

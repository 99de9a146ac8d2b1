import { type Kysely, sql } from 'kysely';
import { qoeEventName } from '../../shared/qoe-event.ts';
import type { StoreTables } from './store-tables.ts';

/** Reads along the index of these events alone, which knows them by their name as it stands in the query. */
export async function newestQoe(
  database: Kysely<StoreTables>,
  count: number,
): Promise<{ sid: string; payload: unknown }[]> {
  const rows = await database
    .selectFrom('events')
    .select(['sid', 'payload'])
    .where('name', '=', sql.lit(qoeEventName))
    .orderBy('row', 'desc')
    .limit(count)
    .execute();
  return rows.map(({ sid, payload }) => ({ sid, payload: JSON.parse(payload) }));
}

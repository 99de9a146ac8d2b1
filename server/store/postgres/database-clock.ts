import { type Kysely, sql } from 'kysely';
import type { StoreTables } from '../store-tables.ts';

/** @returns Unix milliseconds of PostgreSQL's clock */
export async function databaseClockMs(database: Kysely<StoreTables>): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms`.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error('the database tells no time');
  return row.ms;
}

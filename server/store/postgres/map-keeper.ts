import { type Kysely, sql } from 'kysely';
import { jsonOrNull } from '../../http/json-or-null.ts';
import { type StoreMap, type StoreState, storeMapSchema } from '../several/store-map.ts';
import type { StoreDriver } from '../store-driver.ts';
import type { StoreTables } from '../store-tables.ts';
import { storeLocks } from './store-locks.ts';

/** The map of several stores, as one of them keeps it. */
export interface MapKeeper {
  /**
   * @returns `null` if the store does not answer
   * @throws a `DamagedMapError`
   */
  read(): Promise<StoreState | null>;
  /**
   * Adds versions that it lacks; those that it has stay as they are.
   * @returns false if the store does not answer
   */
  write(map: StoreMap): Promise<boolean>;
}

/** The table has something that is no map. The message is for the operator. */
export class DamagedMapError extends Error {}

interface StoreMapTable {
  version: number;
  from_day: number;
  /** JSON: names in the order in which the stores were added. */
  stores: string;
}

/** Beside the store's own tables, because only several stores need it. */
const withMap = (database: Kysely<StoreTables>) =>
  database as unknown as Kysely<StoreTables & { store_map: StoreMapTable }>;

/** @param name of the store's database */
export function createMapKeeper(
  { database, transaction, problemOf }: Pick<StoreDriver, 'database' | 'transaction' | 'problemOf'>,
  name: string,
): MapKeeper {
  async function ask(): Promise<StoreState> {
    const { rows } = await sql<{ has_map: boolean; has_documents: boolean }>`
      SELECT to_regclass('store_map') IS NOT NULL AS has_map,
        EXISTS (SELECT 1 FROM clients) AS has_documents`.execute(database);
    const hasDocuments = rows[0]?.has_documents === true;
    if (rows[0]?.has_map !== true) return { name, hasDocuments, map: [] };
    const versions = await withMap(database)
      .selectFrom('store_map')
      .selectAll()
      .orderBy('version')
      .execute();
    const map = storeMapSchema.safeParse(
      versions.map(({ from_day, stores }) => ({ fromDay: from_day, stores: jsonOrNull(stores) })),
    );
    if (!map.success)
      throw new DamagedMapError(
        `The table store_map of ${name} is damaged: copy it from another of the stores.`,
      );
    return { name, hasDocuments, map: map.data };
  }
  async function unlessAway<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      if (problemOf(error) === null) throw error;
      return null;
    }
  }
  return {
    read: () => unlessAway(ask()),
    async write(map) {
      const written = transaction(async (within) => {
        // Two servers that start would make it at the same time, and one of them would fail.
        await sql`SELECT pg_advisory_xact_lock(${sql.raw(storeLocks.map)})`.execute(within);
        await sql`CREATE TABLE IF NOT EXISTS store_map (
          version integer PRIMARY KEY, from_day integer NOT NULL, stores text NOT NULL
        )`.execute(within);
        await withMap(within)
          .insertInto('store_map')
          .values(
            map.map(({ fromDay, stores }, version) => ({
              version,
              from_day: fromDay,
              stores: JSON.stringify(stores),
            })),
          )
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return true;
      });
      return (await unlessAway(written)) ?? false;
    },
  };
}

import { sql } from 'kysely';
import type { StoreDriver } from '../store-driver.ts';
import { writingLimits } from '../writing-limits.ts';

/** Writes to the file without changing the stored data. */
export function createSqliteProbe(
  transaction: StoreDriver['transaction'],
): StoreDriver['probeWrite'] {
  return async ({ needsRoom }) => {
    if (needsRoom) {
      await transaction(async (within) => {
        // A server that was killed here has left the table.
        await sql`DROP TABLE IF EXISTS store_probe`.execute(within);
        await sql`CREATE TABLE store_probe (bytes BLOB NOT NULL)`.execute(within);
        await sql`INSERT INTO store_probe VALUES (randomblob(${sql.lit(writingLimits.probeRoomBytes)}))`.execute(
          within,
        );
      });
      // In a separate transaction: SQLite does not write data that the same transaction removes.
      await transaction((within) => sql`DROP TABLE store_probe`.execute(within));
      return;
    }
    await transaction(async (within) => {
      const { rows } = await sql<{ user_version: number }>`PRAGMA user_version`.execute(within);
      // SQLite writes the page even if the number is the same.
      await sql`PRAGMA user_version = ${sql.lit(rows[0]?.user_version ?? 0)}`.execute(within);
    });
  };
}

import type { ClientBase } from 'pg';
import { postgresMigrations } from './postgres-migrations.ts';
import { storeLocks } from './store-locks.ts';

/**
 * Migrates the store to the current schema, under a lock: if several servers start at once, one
 * migrates and the others wait.
 * @param name name of the database, for messages
 * @returns a sentence if the store has a later version, which stays unchanged; otherwise `null`
 */
export async function migratePostgres(client: ClientBase, name: string): Promise<string | null> {
  await client.query('BEGIN');
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${storeLocks.migration})`);
    // Check first: `IF NOT EXISTS` requires the permission to create even if the table exists.
    const { rows: tables } = await client.query<{ is_there: boolean }>(
      "SELECT to_regclass('store_version') IS NOT NULL AS is_there",
    );
    if (tables[0]?.is_there !== true)
      await client.query('CREATE TABLE store_version (version integer NOT NULL)');
    const { rows } = await client.query<{ version: number }>('SELECT version FROM store_version');
    const version = rows[0]?.version ?? 0;
    if (version > postgresMigrations.length) {
      await client.query('ROLLBACK');
      return `The event store in PostgreSQL ${name} has version ${version}, but this program supports versions up to ${postgresMigrations.length}; start the newer program, or choose another database with --store.`;
    }
    for (const step of postgresMigrations.slice(version)) await client.query(step);
    if (version < postgresMigrations.length) {
      await client.query('DELETE FROM store_version');
      await client.query('INSERT INTO store_version VALUES ($1)', [postgresMigrations.length]);
    }
    await client.query('COMMIT');
    return null;
  } catch (error) {
    // Keep the first error: the rollback also fails if the connection is gone.
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

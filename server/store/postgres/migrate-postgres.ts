import type { ClientBase, QueryConfig } from 'pg';
import { postgresLimits } from './postgres-limits.ts';
import { postgresMigrations } from './postgres-migrations.ts';
import { storeLocks } from './store-locks.ts';

/**
 * Creates the store, in one transaction, or upgrades it to the current schema. Each step of an
 * upgrade is a transaction of its own: one that is interrupted goes on where it was. A lock lets
 * one of several servers do it.
 * @param name name of the database, for messages
 * @param onStep gets a sentence for the operator before each step of an upgrade: it may take long
 * @returns a sentence if the store has a later version, which stays unchanged; otherwise `null`
 */
export async function migratePostgres(
  client: ClientBase,
  name: string,
  onStep: (sentence: string) => void = () => {},
): Promise<string | null> {
  let from: number | null = null;
  for (;;) {
    await client.query('BEGIN');
    try {
      const version = await lockVersion(client);
      const step = postgresMigrations[version];
      if (step === undefined) {
        await client.query('COMMIT');
        return version === postgresMigrations.length
          ? null
          : `The event store in PostgreSQL ${name} has version ${version}, but this program supports versions up to ${postgresMigrations.length}; start the newer program, or choose another database with --store.`;
      }
      from ??= version;
      if (from > 0)
        onStep(
          `The event store in PostgreSQL ${name} is being upgraded: step ${version - from + 1} of ${postgresMigrations.length - from}. If it is interrupted, the next start continues.`,
        );
      const steps = from === 0 ? postgresMigrations : [step];
      await client.query('SET LOCAL statement_timeout = 0');
      for (const text of steps)
        await client.query({ text, query_timeout: postgresLimits.stepMs } as QueryConfig);
      await client.query('DELETE FROM store_version');
      await client.query('INSERT INTO store_version VALUES ($1)', [version + steps.length]);
      await client.query('COMMIT');
    } catch (error) {
      // Keep the first error: the rollback also fails if the connection is gone.
      await client.query('ROLLBACK').catch(() => {});
      throw error;
    }
  }
}

/** @returns the version of the store, which no other server changes before this transaction ends */
async function lockVersion(client: ClientBase): Promise<number> {
  await client.query(`SELECT pg_advisory_xact_lock(${storeLocks.migration})`);
  // Check first: `IF NOT EXISTS` requires the permission to create even if the table exists.
  const { rows: tables } = await client.query<{ is_there: boolean }>(
    "SELECT to_regclass('store_version') IS NOT NULL AS is_there",
  );
  if (tables[0]?.is_there !== true)
    await client.query('CREATE TABLE store_version (version integer NOT NULL)');
  const { rows } = await client.query<{ version: number }>('SELECT version FROM store_version');
  return rows[0]?.version ?? 0;
}

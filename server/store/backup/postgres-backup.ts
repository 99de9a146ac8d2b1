import pg from 'pg';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { connectOptions } from '../postgres/connect-options.ts';
import { linkLimits } from '../postgres/link-limits.ts';
import { connectSentence } from '../postgres/postgres-problem.ts';
import type { PostgresHost } from '../postgres/postgres-url.js';
import type { BackupCounts } from './backup-call.ts';
import { runPostgresTool } from './postgres-tools.ts';

export interface PostgresBackupDeps {
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/** Writes a database's state of one moment with `pg_dump`, while servers write to it. */
export function dumpDatabase(
  hosts: readonly PostgresHost[],
  file: string,
  { env, signal }: PostgresBackupDeps,
): Promise<Result<BackupCounts>> {
  return onPrimary(hosts, async (client, host) => {
    await client.query('SET idle_in_transaction_session_timeout = 0');
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const found = await client.query<{ hasStore: boolean }>(hasStoreSql);
    if (found.rows[0]?.hasStore !== true)
      return err('NO_STORE', `PostgreSQL ${host.name} has no event store.`);
    const exported = await client.query<{ id: string }>('SELECT pg_export_snapshot() AS id');
    const counts = await countEvents(client);
    const dumped = await runPostgresTool({
      program: 'pg_dump',
      args: [
        '--format=custom',
        '--no-owner',
        '--no-privileges',
        `--snapshot=${exported.rows[0]?.id}`,
        `--file=${file}`,
      ],
      host,
      env,
      signal,
    });
    return dumped.ok ? ok(counts) : dumped;
  });
}

/** Fills an empty database with `pg_restore`: completely, or not at all. */
export function restoreDatabase(
  hosts: readonly PostgresHost[],
  file: string,
  { env, signal, isDryRun }: PostgresBackupDeps & { isDryRun: boolean },
): Promise<Result<BackupCounts | null>> {
  return onPrimary<BackupCounts | null>(hosts, async (client, host) => {
    const found = await client.query<{ hasStore: boolean }>(hasStoreSql);
    if (found.rows[0]?.hasStore === true)
      return err(
        'STORE_EXISTS',
        `PostgreSQL ${host.name} has an event store already; create an empty database for the backup.`,
      );
    if (isDryRun) return ok(null);
    const restored = await runPostgresTool({
      program: 'pg_restore',
      args: ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error', file],
      host,
      env,
      signal,
    });
    return restored.ok ? ok(await countEvents(client)) : restored;
  });
}

const hasStoreSql = `SELECT to_regclass('store_version') IS NOT NULL AS "hasStore"`;

async function countEvents(client: pg.Client): Promise<BackupCounts> {
  const { rows } = await client.query<{ count: number }>('SELECT count(*) AS count FROM events');
  const known = await client.query(
    `SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('event_copy') AND attname = 'archived_count'`,
  );
  // A store of an earlier version has all its events.
  const archived =
    known.rows.length === 0
      ? null
      : await client.query<{ count: number }>('SELECT archived_count AS count FROM event_copy');
  return { eventCount: rows[0]?.count ?? 0, archivedCount: archived?.rows[0]?.count ?? 0 };
}

/** Connects to the first server that is no standby. */
async function onPrimary<T>(
  hosts: readonly PostgresHost[],
  work: (client: pg.Client, host: PostgresHost) => Promise<Result<T>>,
): Promise<Result<T>> {
  const problems: string[] = [];
  for (const host of hosts) {
    const client = new pg.Client({
      ...connectOptions(host, linkLimits),
      // Counting and dumping take as long as they take.
      statement_timeout: 0,
      query_timeout: 0,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ isStandby: boolean }>(
        'SELECT pg_is_in_recovery() AS "isStandby"',
      );
      if (rows[0]?.isStandby === false) return await work(client, host);
      problems.push(`PostgreSQL ${host.name} is a standby.`);
    } catch (error) {
      problems.push(connectSentence(error, host.name).replace(/; the server retries .*$/, '.'));
    } finally {
      await client.end().catch(() => {});
    }
  }
  return err('NO_PRIMARY', problems.join(' '));
}

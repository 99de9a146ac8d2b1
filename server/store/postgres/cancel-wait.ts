import pg from 'pg';
import { connectOptions, type LinkLimits } from './connect-options.ts';
import type { PostgresHost } from './postgres-url.js';

/**
 * Ends a server process's wait for standbys, which would otherwise keep its locks and its connection until one follows. What it
 * committed stays on that machine, and is acknowledged only by a later commit that standbys confirm.
 */
export async function cancelWait(
  host: PostgresHost,
  pid: number,
  limits: LinkLimits,
): Promise<void> {
  const client = new pg.Client({
    ...connectOptions(host, limits),
    query_timeout: limits.connectMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    // The process may do something else by now.
    await client.query(
      "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND usename = current_user AND wait_event = 'SyncRep'",
      [pid],
    );
  } catch {
    // The machine is gone, and its locks with it.
  } finally {
    // A database that hangs never says goodbye.
    void client.end().catch(() => {});
  }
}

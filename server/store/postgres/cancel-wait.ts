import pg from 'pg';
import { connectOptions, type LinkLimits } from './connect-options.ts';
import type { PostgresHost } from './postgres-url.js';

/**
 * Cancels a server process's wait for standbys, which would otherwise keep its locks and connection
 * until a standby follows. Its commit stays on the primary. A later commit that standbys confirm
 * acknowledges it.
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
    // The process may be doing something else by now.
    await client.query(
      "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND usename = current_user AND wait_event = 'SyncRep'",
      [pid],
    );
  } catch {
    // The machine is gone, and its locks with it.
  } finally {
    // Not awaited: a database that hangs never closes the connection.
    void client.end().catch(() => {});
  }
}

import type { LinkLimits } from './link-limits.ts';
import type { PostgresHost } from './postgres-url.js';
import { queryHost } from './query-host.ts';

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
  // A failure is ignored: if the machine is gone, its locks are gone too.
  await queryHost(host, limits, (client) =>
    // The process may do something else by now.
    client.query(
      "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND usename = current_user AND wait_event = 'SyncRep'",
      [pid],
    ),
  );
}

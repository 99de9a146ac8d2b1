import pg from 'pg';
import { connectOptions } from './connect-options.ts';
import type { LinkLimits } from './link-limits.ts';
import type { PostgresHost } from './postgres-url.js';

/**
 * Asks a host by a connection that is opened for it and closed after it.
 * @returns `null` when it cannot be reached, hangs, or answers with an error
 */
export async function queryHost<Answer>(
  host: PostgresHost,
  limits: LinkLimits,
  ask: (client: pg.Client) => Promise<Answer>,
): Promise<Answer | null> {
  const client = new pg.Client({
    ...connectOptions(host, limits),
    query_timeout: limits.connectMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await ask(client);
  } catch {
    return null;
  } finally {
    // A database that hangs never says goodbye.
    void client.end().catch(() => {});
  }
}

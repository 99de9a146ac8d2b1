import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { StoreTables } from '../store-tables.ts';
import { connectOptions } from './connect-options.ts';
import { type LinkLimits, linkLimits } from './link-limits.ts';
import { connectSentence } from './postgres-problem.ts';
import type { PostgresHost } from './postgres-url.js';

/** A standby that is read instead of the primary. It may lag, and it may be away. */
export interface Replica {
  /** @returns the data; `null` if the replica does not answer or answers with an error */
  read<T>(work: (database: Kysely<StoreTables>) => Promise<T>): Promise<T | null>;
  close(): Promise<void>;
}

/**
 * Connects at the first read. After a failure it pauses for `retryMaxMs`, so that viewers do not
 * wait for it repeatedly.
 * @param warn gets a sentence when the replica fails and when it answers again
 */
export function openReplica(
  host: PostgresHost,
  warn: (sentence: string) => void,
  limits: LinkLimits = linkLimits,
): Replica {
  const pool = new pg.Pool({
    ...connectOptions(host, limits),
    max: limits.poolCount,
    connectionTimeoutMillis: limits.replicaMs,
    query_timeout: limits.replicaMs,
  });
  // An error of the connection also fails its pending query, so it is handled there.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const database = new Kysely<StoreTables>({ dialect: new PostgresDialect({ pool }) });
  let failedMs: number | null = null;

  return {
    async read(work) {
      if (failedMs !== null && performance.now() - failedMs < limits.retryMaxMs) return null;
      try {
        const value = await work(database);
        if (failedMs !== null) warn(`The replica ${host.name} answers again.`);
        failedMs = null;
        return value;
      } catch (error) {
        if (failedMs === null)
          warn(
            `${connectSentence(error, host.name)} It is the replica: the server reads from the primary instead.`,
          );
        failedMs = performance.now();
        return null;
      }
    },
    close: () => database.destroy(),
  };
}

import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { StoreTables } from '../store-tables.ts';
import { connectOptions, linkLimits } from './connect-options.ts';
import { connectSentence } from './postgres-problem.ts';
import type { PostgresHost } from './postgres-url.js';

/** A standby that is read in place of the primary. It may be behind, and it may be away. */
export interface Replica {
  /** @returns what was read; `null` while it does not answer, or answers with an error */
  read<T>(work: (database: Kysely<StoreTables>) => Promise<T>): Promise<T | null>;
  close(): Promise<void>;
}

/**
 * Connects when something is read. After a failure it is left alone for a while, so that no viewer waits for it again and again.
 * @param tell gets a sentence when it fails, and one when it answers again
 */
export function openReplica(
  host: PostgresHost,
  tell: (sentence: string) => void,
  limits = linkLimits,
): Replica {
  const pool = new pg.Pool({
    ...connectOptions(host, limits),
    max: limits.poolCount,
    connectionTimeoutMillis: limits.replicaMs,
    query_timeout: limits.replicaMs,
  });
  // What breaks a connection breaks the query that waits for it, too.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const database = new Kysely<StoreTables>({ dialect: new PostgresDialect({ pool }) });
  let failedMs: number | null = null;

  return {
    async read(work) {
      if (failedMs !== null && performance.now() - failedMs < limits.retryMaxMs) return null;
      try {
        const value = await work(database);
        if (failedMs !== null) tell(`The replica ${host.name} answers again.`);
        failedMs = null;
        return value;
      } catch (error) {
        if (failedMs === null)
          tell(
            `${connectSentence(error, host.name)} It is the replica: the primary is read in its place.`,
          );
        failedMs = performance.now();
        return null;
      }
    },
    close: () => database.destroy(),
  };
}

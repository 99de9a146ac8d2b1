import { Socket } from 'node:net';
import pg from 'pg';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { connectOptions } from '../../store/postgres/connect-options.ts';
import { linkLimits } from '../../store/postgres/link-limits.ts';
import { connectSentence, sqlState } from '../../store/postgres/postgres-problem.ts';
import type { PostgresHost } from '../../store/postgres/postgres-url.js';
import { doctorLimits } from './doctor-limits.ts';

/** Properties that a PostgreSQL reports. */
export interface PostgresFacts {
  /** Such as 150004 for 15.4. */
  versionNumber: number;
  isStandby: boolean;
  isReadOnly: boolean;
  hasFsync: boolean;
  /** Whether this user may create tables. */
  canCreate: boolean;
  /** Version of the store; 0 without one. */
  storeVersion: number;
  /** Its clock, and this machine's before and after: Unix milliseconds. */
  clockMs: number;
  sentMs: number;
  receivedMs: number;
}

const factsSql = `SELECT current_setting('server_version_num')::int AS "versionNumber",
  pg_is_in_recovery() AS "isStandby",
  current_setting('transaction_read_only')::boolean AS "isReadOnly",
  current_setting('fsync')::boolean AS "hasFsync",
  coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "canCreate",
  to_regclass('store_version') IS NOT NULL AS "hasStore",
  floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "clockMs"`;

type FactsRow = Omit<PostgresFacts, 'storeVersion' | 'sentMs' | 'receivedMs'> & {
  hasStore: boolean;
};

export interface PostgresQuestion {
  signal: AbortSignal;
  /** Unix milliseconds. */
  now: () => number;
  /** Deadline of the connection, and of each answer. */
  answerMs?: number;
}

/**
 * Asks a PostgreSQL on a connection of its own, and changes nothing: it does not migrate.
 * @returns `REFUSED` if something must be corrected here, `AWAY` if it does not answer
 */
export async function askPostgres(
  host: PostgresHost,
  { signal, now, answerMs = doctorLimits.answerMs }: PostgresQuestion,
): Promise<Result<PostgresFacts, 'REFUSED' | 'AWAY'>> {
  const socket = new Socket();
  const limits = {
    ...linkLimits,
    connectMs: answerMs,
    statementMs: answerMs,
    silenceMs: answerMs,
  };
  const client = new pg.Client({ ...connectOptions(host, limits), stream: () => socket });
  client.on('error', () => {});
  // A database that hangs never closes the connection, which would keep this process alive.
  const cut = () => socket.destroy();
  signal.addEventListener('abort', cut, { once: true });
  try {
    await client.connect();
    const sentMs = now();
    const { rows } = await client.query<FactsRow>(factsSql);
    const receivedMs = now();
    const [row] = rows;
    if (row === undefined) return err('AWAY', `PostgreSQL ${host.name} answers nothing.`);
    const { hasStore, ...facts } = row;
    const stored = hasStore
      ? await client.query<{ version: number }>('SELECT version FROM store_version')
      : null;
    return ok({ ...facts, storeVersion: stored?.rows[0]?.version ?? 0, sentMs, receivedMs });
  } catch (error) {
    const sentence = connectSentence(error, host.name).replace(/; the server retries .*$/, '.');
    return err(sqlState(error) === null ? 'AWAY' : 'REFUSED', sentence);
  } finally {
    signal.removeEventListener('abort', cut);
    cut();
  }
}

import pg from 'pg';
import { storeLimits } from '../store-limits.ts';
import type { PostgresHost } from './postgres-url.js';

const commitMs: number = storeLimits.commitMs.value;

export const linkLimits = {
  /** Connections of one server process; the intake uses one of them. */
  poolCount: 10,
  /** Connections for reports: a report may take seconds, and other queries must not wait for it. */
  reportsCount: 3,
  /** Reports that may wait for a connection; further ones get `STORE_BUSY`. */
  reportsWaitingCount: 50,
  connectMs: 5_000,
  /**
   * The database cancels a longer statement; the operator's queries over millions of events take
   * seconds.
   */
  statementMs: 30_000,
  /** The client stops waiting for a statement after this time, in case the database is silent. */
  silenceMs: 35_000,
  /**
   * A commit fails if it is not confirmed within this time. A healthy standby confirms in
   * milliseconds.
   */
  commitMs,
  /** The same for the empty transaction that proves that a primary commits. */
  probeCommitMs: 5_000,
  /** A transaction whose server process has died holds its locks up to this time. */
  idleInTransactionMs: 30_000,
  /** Maximum wait for an answer of the replica. */
  replicaMs: 2_000,
  /** Maximum wait for connections to close at the end; a hanging database closes none. */
  closeMs: 2_000,
  retryMs: 250,
  retryMaxMs: 5_000,
};
export type LinkLimits = typeof linkLimits;

export function connectOptions({ url }: PostgresHost, limits: LinkLimits): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'offstage',
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    query_timeout: limits.silenceMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    keepAlive: true,
    types: { getTypeParser },
  };
}

const int8Oid = 20;
const numericOid = 1700;

/**
 * Counts and times are integers below 2^53, which `pg` returns as text; their sums are `numeric`.
 */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === int8Oid || oid === numericOid ? Number : pg.types.getTypeParser(oid, format as 'text');

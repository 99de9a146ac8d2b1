import pg from 'pg';
import { storeLimits } from '../../limits/store-limits.ts';
import type { PostgresHost } from './postgres-url.js';

const commitMs: number = storeLimits.commitMs.value;

export const linkLimits = {
  /** Connections of one server process; the intake uses one of them. */
  poolCount: 10,
  /** Of these, those that reports use at most: a report may take seconds, and nothing else must wait for it. */
  reportsCount: 3,
  /** Reports that wait for one of them; further ones are told that the store is busy. */
  reportsWaitingCount: 50,
  connectMs: 5_000,
  /** A statement that the database gives up; the operator's questions over millions of events take seconds. */
  statementMs: 30_000,
  /** A statement whose answer is no longer waited for, because nothing is heard of the database at all. */
  silenceMs: 35_000,
  /** A commit that is not confirmed in this time fails. A standby confirms in milliseconds, unless it is gone. */
  commitMs,
  /** The same for the empty transaction by which a primary shows that it commits. */
  probeCommitMs: 5_000,
  /** A transaction whose server process has died holds its locks no longer than this. */
  idleInTransactionMs: 30_000,
  /** A replica that does not answer in this time is done without. */
  replicaMs: 2_000,
  /** At the end, for connections to close; a database that hangs closes none. */
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

/** Counts and times are whole numbers below 2^53, which PostgreSQL gives as text; sums of them are `numeric`. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === int8Oid || oid === numericOid ? Number : pg.types.getTypeParser(oid, format as 'text');

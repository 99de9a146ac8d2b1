import pg from 'pg';
import type { LinkLimits } from './link-limits.ts';
import type { PostgresHost } from './postgres-url.js';

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

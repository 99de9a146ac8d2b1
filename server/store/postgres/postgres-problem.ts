import type { Failure } from '../../../shared/tools/result.ts';
import type { StoreProblem } from '../store-problem.ts';

/** A failed connection: the database did not answer, or answered that it is unavailable. */
export class PostgresAwayError extends Error {}

/** The database answers, but takes no writes. */
export class NoWritesError extends PostgresAwayError {}

/** Only one machine may have this commit. */
export class NotDurableError extends NoWritesError {}

/** All connections of the server process are in use. */
export class PostgresBusyError extends Error {}

/** SQLSTATE codes and classes (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const noRoom = ['53100'];
/** It chose this transaction to resolve a conflict, was overloaded, or took too long. */
const busy = ['40001', '40P01', '55P03', '57014', '53200', '53400'];
/** It is shutting down, starting, out of connections, or a standby, which takes no writes. */
const away = ['57P01', '57P02', '57P03', '57P05', '53300', '25006', '25P03'];
const awayClasses = ['08', '28'];
/** Retried at once. 23505: two writers added the same row at the same time; the retry finds it. */
const again = ['40001', '40P01', '23505'];

/** @returns the SQLSTATE of PostgreSQL's error; `null` for any other error */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
    return null;
  return 'severity' in error && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}

/** Whether this error makes its connection unusable. */
export function isAway(error: unknown): boolean {
  if (error instanceof PostgresAwayError) return true;
  const state = sqlState(error);
  return state !== null && (away.includes(state) || awayClasses.includes(state.slice(0, 2)));
}

export function canRetry(error: unknown): boolean {
  return again.includes(sqlState(error) ?? '');
}

/** @returns the problem behind a database error that may pass; `null` for any other error */
export function postgresProblem(error: unknown): Failure<StoreProblem> | null {
  if (isAway(error)) return storeAway;
  const state = sqlState(error) ?? '';
  if (noRoom.includes(state))
    return {
      code: 'STORE_FULL',
      message: 'The event store is full; send the request again later.',
    };
  if (busy.includes(state) || error instanceof PostgresBusyError)
    return {
      code: 'STORE_BUSY',
      message: 'The event store is overloaded; send the request again.',
    };
  return null;
}

const storeAway: Failure<StoreProblem> = {
  code: 'STORE_AWAY',
  message: 'The event store cannot be reached; send the request again later.',
};

/**
 * Why the server cannot reach its store, for the operator.
 * @param name name of the database, without a password
 */
export function connectSentence(error: unknown, name: string): string {
  const cause =
    error instanceof Error ? error.message || ('code' in error ? error.code : error.name) : error;
  const state = sqlState(error) ?? '';
  if (state.startsWith('28'))
    return `PostgreSQL ${name} refuses the user or the password (${cause}); correct the address in --store, or the server's pg_hba.conf.`;
  if (state === '3D000')
    return `PostgreSQL ${name} has no such database (${cause}); create it (createdb), or correct the address in --store.`;
  if (state === '42501')
    return `PostgreSQL ${name} does not allow this user to use the store (${cause}); make the user the owner of the database.`;
  if (error instanceof NoWritesError || state === '25006')
    return `PostgreSQL ${name} accepts no writes (${cause}); the server retries until it does.`;
  return `PostgreSQL ${name} cannot be reached (${cause}); the server retries until it answers.`;
}

/** Whether the operator must change something before it can work. */
export function isRefused(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  return state.startsWith('28') || state === '3D000' || state === '42501';
}

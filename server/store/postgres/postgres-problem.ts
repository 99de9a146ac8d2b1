import type { Failure } from '../../../shared/result.ts';
import type { StoreProblem } from '../store-problem.ts';

/** A connection that failed: no answer of the database, or one that says that it is not there for us. */
export class PostgresAwayError extends Error {}

/** It answers, but takes no writes. */
export class NoWritesError extends PostgresAwayError {}

/** A commit that one machine alone may have. */
export class NotDurableError extends NoWritesError {}

/** All connections that the server may have are in use. */
export class PostgresBusyError extends Error {}

/** SQLSTATE codes and classes (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const noRoom = ['53100'];
/** It gave this one up for another, had too much to do, or took too long. */
const busy = ['40001', '40P01', '55P03', '57014', '53200', '53400'];
/** It shuts down, starts, takes no more connections, or has become a standby, which takes no writes. */
const away = ['57P01', '57P02', '57P03', '57P05', '53300', '25006', '25P03'];
const awayClasses = ['08', '28'];
/**
 * To be tried again at once. Two writers have added the same row at the same time (23505): the second then finds it. A partition was
 * made while an event was on its way to the table for all others (23514).
 */
const again = ['40001', '40P01', '23505', '23514'];

/** @returns the SQLSTATE of what PostgreSQL has answered; `null` for any other error */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
    return null;
  return 'severity' in error && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}

/** Whether the connection that this error came by is of no more use. */
export function isAway(error: unknown): boolean {
  if (error instanceof PostgresAwayError) return true;
  const state = sqlState(error);
  return state !== null && (away.includes(state) || awayClasses.includes(state.slice(0, 2)));
}

export function mayTryAgain(error: unknown): boolean {
  return again.includes(sqlState(error) ?? '');
}

/** @returns what it means that the database threw this, if it passes */
export function postgresProblem(error: unknown): Failure<StoreProblem> | null {
  if (isAway(error)) return storeAway;
  const state = sqlState(error) ?? '';
  if (noRoom.includes(state))
    return {
      code: 'STORE_FULL',
      message: 'The event store has no room left; send the request again later.',
    };
  if (busy.includes(state) || error instanceof PostgresBusyError)
    return {
      code: 'STORE_BUSY',
      message: 'The event store has too much to do; send the request again.',
    };
  return null;
}

const storeAway: Failure<StoreProblem> = {
  code: 'STORE_AWAY',
  message: 'The event store cannot be reached at the moment; send the request again later.',
};

/**
 * Says to the operator what keeps the server from its store.
 * @param name of the database, without a password
 */
export function connectSentence(error: unknown, name: string): string {
  const cause =
    error instanceof Error ? error.message || ('code' in error ? error.code : error.name) : error;
  const state = sqlState(error) ?? '';
  if (state.startsWith('28'))
    return `PostgreSQL ${name} refuses the user or the password (${cause}); correct the address given with --store, or the server's pg_hba.conf.`;
  if (state === '3D000')
    return `PostgreSQL ${name} has no such database (${cause}); create it (createdb), or correct the address given with --store.`;
  if (state === '42501')
    return `PostgreSQL ${name} does not permit this user to use the store (${cause}); make the user the owner of the database.`;
  if (error instanceof NoWritesError || state === '25006')
    return `PostgreSQL ${name} takes no writes (${cause}); it is tried again until it does.`;
  return `PostgreSQL ${name} cannot be reached (${cause}); it is tried again until it answers.`;
}

/** Whether a person has to change something before it can work. */
export function isRefused(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  return state.startsWith('28') || state === '3D000' || state === '42501';
}

import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { createDurableSession, type DurableSessionDeps } from './durable-session.ts';
import { isAway, PostgresAwayError, PostgresBusyError, sqlState } from './postgres-problem.ts';

export interface AdaptDeps extends DurableSessionDeps {
  /** The connection is of no more use. */
  onAway: (error: unknown) => void;
  /** Why no transaction that writes may begin just now; `null` if one may. */
  writeProblem: () => string | null;
}

/** A connection as Kysely takes it: transactions that write are durable, and a broken connection is given back as such. */
export function adaptClient(client: pg.PoolClient, deps: AdaptDeps): PostgresPoolClient {
  const session = createDurableSession(client, deps);
  let broken: Error | null = null;
  let isWriting = false;

  async function run(text: string, parameters: readonly unknown[]): Promise<unknown> {
    // Kysely begins a transaction that only reads in other words.
    if (text === 'begin') {
      const problem = deps.writeProblem();
      if (problem !== null) throw new WritesPausedError(problem);
      const begun = await session.begin();
      isWriting = true;
      return begun;
    }
    if (text === 'commit' && isWriting) {
      isWriting = false;
      return session.commit();
    }
    if (text === 'rollback') isWriting = false;
    return client.query(text, parameters.map(withoutNul));
  }

  async function query(text: string, parameters: readonly unknown[]) {
    if (broken !== null) throw broken;
    try {
      return await run(text, parameters);
    } catch (error) {
      if (error instanceof WritesPausedError) throw error;
      // What the database did not say itself is a connection that failed.
      const known = sqlState(error) === null ? asAway(error) : error;
      if (isAway(known)) {
        broken = asAway(known);
        deps.onAway(error);
      }
      throw known;
    }
  }

  return {
    // Kysely gives a cursor only where one is configured.
    query: query as never,
    release: (destroy) => client.release(destroy === true || broken !== null),
  };
}

/** The primary does not commit; the connection is good for reads. */
class WritesPausedError extends PostgresAwayError {}

export function asAway(error: unknown): Error {
  if (error instanceof PostgresAwayError || error instanceof PostgresBusyError) return error;
  return new PostgresAwayError(error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}

/** The one character that PostgreSQL's text cannot hold. */
function withoutNul(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0')
    ? value.replaceAll('\0', '\uFFFD')
    : value;
}

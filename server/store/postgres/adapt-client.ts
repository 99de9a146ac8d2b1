import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { createDurableSession, type DurableSessionDeps } from './durable-session.ts';
import { isAway, PostgresAwayError, PostgresBusyError, sqlState } from './postgres-problem.ts';

export interface AdaptDeps extends DurableSessionDeps {
  /** The connection is unusable. */
  onAway: (error: unknown) => void;
  /** Why no write transaction may begin now; `null` if one may. */
  writeProblem: () => string | null;
}

/**
 * Adapts a connection to Kysely. Write transactions are durable, and a broken connection is
 * released as broken.
 */
export function adaptClient(client: pg.PoolClient, deps: AdaptDeps): PostgresPoolClient {
  const session = createDurableSession(client, deps);
  let broken: Error | null = null;
  let isWriting = false;

  async function run(text: string, parameters: readonly unknown[]): Promise<unknown> {
    // Kysely begins a read-only transaction with another text.
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
      // An error without a database code means that the connection failed.
      const known = sqlState(error) === null ? toAwayError(error) : error;
      if (isAway(known)) {
        broken = toAwayError(known);
        deps.onAway(error);
      }
      throw known;
    }
  }

  return {
    // Kysely passes a cursor only if one is configured.
    query: query as never,
    release: (destroy) => client.release(destroy === true || broken !== null),
  };
}

/** The primary does not commit; the connection still works for reads. */
class WritesPausedError extends PostgresAwayError {}

export function toAwayError(error: unknown): Error {
  if (error instanceof PostgresAwayError || error instanceof PostgresBusyError) return error;
  return new PostgresAwayError(error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}

/** Replaces the only character that PostgreSQL's text cannot hold. */
function withoutNul(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0')
    ? value.replaceAll('\0', '\uFFFD')
    : value;
}

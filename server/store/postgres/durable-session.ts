import type pg from 'pg';
import { NotDurableError, NoWritesError, sqlState } from './postgres-problem.ts';

/**
 * Transactions whose commit means that the loss of one machine undoes neither what they wrote nor what they saw.
 *
 * 1. `synchronous_commit` is `on` in them where it is `off` or `local`. All other values wait for the standbys that are configured.
 * 2. Each writes to the log (WAL), also when it only read: PostgreSQL waits for standbys only then. That record comes after the commits
 *    of everything the transaction saw, and a standby that has it has those too.
 * 3. A commit that warns counts as failed. PostgreSQL commits on the primary alone, warns and reports success when somebody cancels its
 *    wait for a standby.
 * 4. A commit that takes longer than `commitMs` counts as failed. Its wait is cancelled, so that it holds no locks.
 * 5. A transaction that may not write fails when it begins.
 */
export interface DurableSession {
  begin(): Promise<pg.QueryResult>;
  /** @throws a `NotDurableError` when the transaction is perhaps committed, but not safely */
  commit(): Promise<pg.QueryResult>;
}

export interface DurableSessionDeps {
  commitMs: number;
  /** Ends the wait for standbys of the server process `pid`; it must not throw. */
  cancelWait: (pid: number) => void;
}

const beginText = `BEGIN; SELECT pg_backend_pid() AS pid,
  current_setting('transaction_read_only')::boolean AS is_read_only,
  set_config('client_min_messages', 'warning', true),
  set_config('synchronous_commit', CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
    THEN 'on' ELSE current_setting('synchronous_commit') END, true)`;

const commitText = "SELECT pg_logical_emit_message(true, 'offstage', ''); COMMIT";

interface BeginRow {
  pid: number;
  is_read_only: boolean;
}

/** SQLSTATE of what is no warning. */
const noWarning = '00000';

const readOnlyCause = 'default_transaction_read_only is on';

export function createDurableSession(
  client: pg.ClientBase,
  { commitMs, cancelWait }: DurableSessionDeps,
): DurableSession {
  let pid = 0;
  let warning: string | null = null;
  client.on('notice', ({ code, message }) => {
    if (code !== noWarning) warning = message ?? code ?? 'a warning';
  });

  return {
    async begin() {
      const begun = lastOf(await client.query<BeginRow>(beginText));
      pid = begun.rows[0]?.pid ?? 0;
      if (begun.rows[0]?.is_read_only === true) throw new NoWritesError(readOnlyCause);
      return begun;
    },
    async commit() {
      warning = null;
      let committed: pg.QueryResult;
      try {
        const query = { text: commitText, query_timeout: commitMs } as pg.QueryConfig;
        committed = lastOf(await client.query(query));
      } catch (error) {
        // PostgreSQL refused it. Any other error leaves open whether it is committed.
        if (sqlState(error) !== null) throw error;
        cancelWait(pid);
        throw new NotDurableError(`no commit was confirmed within ${commitMs / 1_000} s`, {
          cause: error,
        });
      }
      if (warning !== null) throw new NotDurableError(warning);
      if (committed.command !== 'COMMIT')
        throw new NotDurableError('the transaction was rolled back');
      return committed;
    },
  };
}

/** Of several statements in one text `pg` gives several results, which its types do not know. */
function lastOf<Row extends pg.QueryResultRow>(
  results: pg.QueryResult<Row> | pg.QueryResult<Row>[],
): pg.QueryResult<Row> {
  const last = Array.isArray(results) ? results.at(-1) : results;
  if (last === undefined) throw new Error('PostgreSQL gave no result');
  return last;
}

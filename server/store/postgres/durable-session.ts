import type pg from 'pg';
import { NotDurableError, NoWritesError, sqlState } from './postgres-problem.ts';

/**
 * Transactions that survive the loss of one machine: after the commit, neither their writes nor the
 * data that they read can be undone.
 *
 * 1. They set `synchronous_commit` to `on` where it is `off` or `local`. All other values wait for
 *    the configured standbys.
 * 2. Each writes to the log (WAL), even if it only reads, because PostgreSQL waits for standbys
 *    only then. This record follows the commits of all data that the transaction saw, so a standby
 *    that has it has those too.
 * 3. A commit with a warning counts as failed. If its wait for a standby is cancelled, PostgreSQL
 *    commits on the primary alone, warns and reports success.
 * 4. A commit that takes longer than `commitMs` counts as failed. Its wait is cancelled, so that it
 *    holds no locks.
 * 5. A transaction that may not write fails at its start.
 */
export interface DurableSession {
  begin(): Promise<pg.QueryResult>;
  /** @throws a `NotDurableError` if the transaction may be committed, but not durably */
  commit(): Promise<pg.QueryResult>;
}

export interface DurableSessionDeps {
  commitMs: number;
  /** Cancels the wait for standbys of the server process `pid`; it must not throw. */
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

/** SQLSTATE of a notice that is no warning. */
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
        // PostgreSQL refused the commit. Any other error leaves open whether it is committed.
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

/**
 * For several statements in one text, `pg` returns several results, which its types do not know.
 */
function lastOf<Row extends pg.QueryResultRow>(
  results: pg.QueryResult<Row> | pg.QueryResult<Row>[],
): pg.QueryResult<Row> {
  const last = Array.isArray(results) ? results.at(-1) : results;
  if (last === undefined) throw new Error('PostgreSQL gave no result');
  return last;
}

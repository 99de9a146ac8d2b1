import pg from 'pg';
import { query } from './postgres-database.ts';

/** @param names in the format of `synchronous_standby_names` */
export async function setStandbys(url: string, names: string): Promise<void> {
  await query(url, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
  await query(url, 'SELECT pg_reload_conf()');
}

/** From now on a commit waits for a standby, and there is none. */
export async function loseQuorum(url: string): Promise<void> {
  await setStandbys(url, 'ANY 1 (pg2)');
  // PostgreSQL applies a setting with a delay: until then commits wait for no standby.
  const client = new pg.Client(url);
  await client.connect();
  try {
    const [row] = (await client.query('SELECT pg_backend_pid() AS pid')).rows;
    for (;;) {
      let isCommitted = false;
      const commit = client.query("SELECT pg_logical_emit_message(true, 'test', '')").then(() => {
        isCommitted = true;
      });
      let isWaiting = false;
      while (!isCommitted && !isWaiting) isWaiting = (await cancelCommits(url, row.pid)) > 0;
      await commit;
      if (isWaiting) return;
    }
  } finally {
    await client.end();
  }
}

/**
 * Runs work whose commits wait for a standby in vain. Each wait is ended as soon as it has begun,
 * so the store need not give up within a time that a healthy commit could also take.
 */
export async function withoutStandby<T>(url: string, work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const result = work().finally(() => {
    isOver = true;
  });
  while (!isOver) await cancelCommits(url);
  return result;
}

/**
 * Ends waits for standbys, as an administrator would.
 * @param pid of the one to end; all without it
 * @returns how many waited
 */
export async function cancelCommits(url: string, pid: number | null = null): Promise<number> {
  const rows = await query(
    url,
    `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND ${pid === null ? 'true' : `pid = ${pid}`}`,
  );
  return rows.length;
}

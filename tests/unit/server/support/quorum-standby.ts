import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from '../../../../scripts/lib/find-postgres.js';
import { query } from './postgres-database.ts';

/** Receives a primary's log like a standby, and confirms it; it serves no queries. */
export interface QuorumStandby {
  stop(): Promise<void>;
}

/**
 * @param url of a primary whose `synchronous_standby_names` has `name`
 * @returns when it confirms commits
 */
export async function startQuorumStandby(url: string, name: string): Promise<QuorumStandby> {
  const directory = mkdtempSync(join(tmpdir(), 'offstage-wal-'));
  const to = `${url}?application_name=${name}`;
  // As a superuser's program it may write anywhere.
  const child: ChildProcess = spawn(
    join(findPostgres() ?? '', 'pg_receivewal'),
    ['-D', directory, '--synchronous', '--no-loop', '--status-interval=1', '-d', to],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  for (;;) {
    const [row] = await query(
      url,
      `SELECT count(*) AS following FROM pg_stat_replication WHERE application_name = '${name}' AND state = 'streaming' AND sync_state = 'quorum'`,
    );
    if (row?.following === 1) break;
    if (child.exitCode !== null) throw new Error(`pg_receivewal has ended with ${child.exitCode}`);
  }
  return {
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyPort } from '../../support/any-port.ts';
import { until } from '../../support/until.ts';
import { postgresOwner, runPostgres, startPostgres } from './postgres-programs.ts';
import { signalTree } from './signal-tree.ts';

/** One PostgreSQL of a cluster: a real process with its own directory, on loopback. */
export interface PostgresNode {
  /** The others know it by this name, as a standby and by its slot. */
  name: string;
  /** `127.0.0.1:PORT`. */
  address: string;
  /**
   * @param database `postgres` by default, where administrators connect
   * @returns one line for each row, columns separated by `|`
   */
  psql(sql: string, database?: string): Promise<string>;
  /** Process id of the postmaster. */
  pid(): number;
  /** kill -9 for all of its processes, as when its machine dies. */
  kill(): Promise<void>;
  /**
   * Starts again after `kill`, at the same address with the same data; resolves when it answers.
   */
  restart(): Promise<void>;
  /** Stops (SIGSTOP) or continues (SIGCONT) all of its processes, like a machine that hangs. */
  signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Kills it if it still runs, and removes its directory. */
  dispose(): Promise<void>;
}

/** Superuser of the cluster. */
export const user = 'offstage';

/**
 * @param names names of all nodes ever: any may become primary, with the others as its standbys. If
 * empty, it does not wait for a standby
 */
export async function startPrimary(name: string, names: readonly string[]): Promise<PostgresNode> {
  const dataDir = makeDirectory();
  const initdb = [
    '--username',
    user,
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--locale',
    'C',
    '--no-sync',
  ];
  await runPostgres('initdb', ['--pgdata', dataDir, ...initdb]);
  const node = await startNode(name, names, dataDir);
  const others = names.filter((other) => other !== name);
  for (const other of others)
    await node.psql(`SELECT pg_create_physical_replication_slot('${other}')`);
  return node;
}

/** A copy of the primary that follows it; resolves when it streams. */
export async function startStandby(
  name: string,
  names: readonly string[],
  primary: PostgresNode,
): Promise<PostgresNode> {
  const dataDir = makeDirectory();
  const copy = [
    '--checkpoint',
    'fast',
    '--wal-method',
    'stream',
    '--write-recovery-conf',
    '--no-sync',
  ];
  const from = `postgres://${user}@${primary.address}/?application_name=${name}`;
  await runPostgres('pg_basebackup', [
    '--pgdata',
    dataDir,
    ...copy,
    '--slot',
    name,
    '--dbname',
    from,
  ]);
  const node = await startNode(name, names, dataDir);
  await untilFollowed(primary, name);
  return node;
}

/** Waits until the primary's commits wait for this standby, among others. */
export async function untilFollowed(primary: PostgresNode, name: string): Promise<void> {
  await until(`${name} follows ${primary.name}`, async () => {
    const states = await primary.psql(
      `SELECT state, sync_state FROM pg_stat_replication WHERE application_name = '${name}'`,
    );
    return states === 'streaming|quorum';
  });
}

function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'offstage-postgres-'));
  if (postgresOwner !== null) chownSync(directory, postgresOwner.uid, postgresOwner.gid);
  return directory;
}

async function startNode(
  name: string,
  names: readonly string[],
  dataDir: string,
): Promise<PostgresNode> {
  const port = anyPort();
  const address = `127.0.0.1:${port}`;
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    // The primary knows its standby by this name.
    cluster_name: name,
    synchronous_standby_names: names.length === 0 ? '' : `ANY 1 (${names.join(', ')})`,
    synchronous_commit: 'on',
    hot_standby: 'on',
    max_connections: '60',
  };
  const args = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const psql = (sql: string, database = 'postgres') => {
    const to = `postgres://${user}@${address}/${database}`;
    return runPostgres('psql', ['-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', to, '-c', sql]);
  };
  async function run(): Promise<ChildProcess> {
    const started = startPostgres('postgres', ['-D', dataDir, ...args]);
    let output = '';
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', (chunk) => {
        output += chunk;
      });
    await until(`${name} answers`, async () => {
      if (started.exitCode !== null)
        throw new Error(`PostgreSQL ${name} ended with ${started.exitCode}: ${output}`);
      return await psql('SELECT 1').catch(() => null);
    });
    return started;
  }
  let child = await run();
  const kill = () => killAll(child);
  return {
    name,
    address,
    psql,
    pid: () => child.pid ?? Number.NaN,
    kill,
    async restart() {
      child = await run();
    },
    signalAll(signal) {
      if (child.pid !== undefined) signalTree(child.pid, signal);
    },
    async dispose() {
      await kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function killAll(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  signalTree(child.pid, 'SIGKILL');
  await exited;
}

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type PostgresNode,
  startPrimary,
  startStandby,
  user,
} from '../../e2e/cluster/support/postgres-node.ts';

/** A store for the measured intake. */
export interface OpenStore {
  /** The server's arguments for this store. */
  args: string[];
  /** Processes of the store itself; none if it runs in the server's process. */
  pids(): number[];
  /** Size of the events with their indexes. */
  bytes(): Promise<number>;
  dispose(): Promise<void>;
}

const database = 'offstage';
const names = ['pg1', 'pg2', 'pg3'] as const;

export async function openSqlite(): Promise<OpenStore> {
  const directory = mkdtempSync(join(tmpdir(), 'offstage-intake-'));
  return {
    args: ['--data', directory],
    pids: () => [],
    bytes: async () =>
      readdirSync(directory)
        // Skip the write-ahead log: its contents are copied into the database.
        .filter((name) => name.endsWith('.sqlite'))
        .reduce((sum, name) => sum + statSync(join(directory, name)).size, 0),
    dispose: async () => rmSync(directory, { recursive: true, force: true }),
  };
}

/**
 * @param standbysCount number of standby servers; one of them must have written a commit before it
 * is confirmed
 */
export async function openPostgres(standbysCount: 0 | 2): Promise<OpenStore> {
  const nodes: PostgresNode[] = [];
  const dispose = async () => {
    for (const node of nodes.reverse()) await node.dispose();
  };
  try {
    const primary = await startPrimary(names[0], standbysCount === 0 ? [] : names);
    nodes.push(primary);
    for (const name of names.slice(1, 1 + standbysCount))
      nodes.push(await startStandby(name, names, primary));
    await primary.psql(`CREATE DATABASE ${database}`);
    return {
      args: ['--store', `postgres://${user}@${primary.address}/${database}`],
      pids: () => nodes.map((node) => node.pid()),
      bytes: async () => Number(await primary.psql(`SELECT pg_database_size('${database}')`)),
      dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresNode, startPrimary, user } from '../../e2e/cluster/support/postgres-node.ts';
import { limitMemory } from './limit-memory.ts';

/** Stores, each with the memory of a machine of its own. */
export interface LimitedStores {
  /** The server's arguments for them. */
  args: readonly string[];
  /** To be called with the server's process, whenever it has started. */
  onServer(pid: number): void;
  /** Processes of the stores; none if they run in the server's process. */
  pids(): number[];
  /** Size of all that is stored, with indexes. */
  bytes(): Promise<number>;
  /** For each store, arguments of `expire-store.ts`. */
  places: readonly (readonly string[])[];
  dispose(): Promise<void>;
}

/** Days that a server keeps, so that PostgreSQL has partitions by day. */
export const keepDays = 31;
const keeping = ['--keep-days', String(keepDays)];

/** SQLite shares the memory with the server. */
export async function openSqlite(memoryBytes: number): Promise<LimitedStores> {
  const memory = limitMemory(memoryBytes);
  const directory = mkdtempSync(join(tmpdir(), 'offstage-scale-'));
  return {
    args: ['--data', directory, ...keeping],
    onServer: (pid) => memory.add(pid),
    pids: () => [],
    bytes: async () =>
      readdirSync(directory)
        // Skip the write-ahead log: its contents are copied into the database.
        .filter((name) => name.endsWith('.sqlite'))
        .reduce((sum, name) => sum + statSync(join(directory, name)).size, 0),
    places: [['sqlite', join(directory, 'events.sqlite')]],
    async dispose() {
      rmSync(directory, { recursive: true, force: true });
      await memory.dispose();
    },
  };
}

export async function openPostgres(count: number, memoryBytes: number): Promise<LimitedStores> {
  await using opened = new AsyncDisposableStack();
  const stores: { node: PostgresNode; database: string; url: string }[] = [];
  for (let index = 1; index <= count; index++) {
    const memory = limitMemory(memoryBytes);
    opened.defer(() => memory.dispose());
    const node = await startPrimary(`pg${index}`, []);
    opened.defer(() => node.dispose());
    // Its children from now on are limited like itself. Those of before, such as the session of a
    // check, may end at any moment.
    memory.add(node.pid());
    for (const pid of childrenOf(node.pid())) memory.add(pid);
    const database = `offstage${index}`;
    await node.psql(`CREATE DATABASE ${database}`);
    const url = `postgres://${user}@${node.address}/${database}`;
    stores.push({ node, database, url });
  }
  const everything = opened.move();
  return {
    args: [...stores.flatMap(({ url }) => ['--store', url]), ...keeping],
    onServer: () => {},
    pids: () => stores.map(({ node }) => node.pid()),
    async bytes() {
      const sizes = await Promise.all(
        stores.map(({ node, database }) => node.psql(`SELECT pg_database_size('${database}')`)),
      );
      return sizes.map(Number).reduce((sum, size) => sum + size, 0);
    },
    places: stores.map(({ url }) => ['postgres', url]),
    dispose: () => everything.disposeAsync(),
  };
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

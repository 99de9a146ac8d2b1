import type { EventRecord } from '../event-archive.ts';
import {
  type ClickHouseServer,
  createAsker,
  createClients,
  type Settings,
} from './clickhouse-clients.ts';
import type { ClickHouseAddress } from './clickhouse-url.js';
import { CopyRefusedError } from './copy-events.ts';
import { copyLimits } from './copy-limits.ts';
import {
  dailyTables,
  type EventRow,
  type FeedRow,
  preparedTables,
  tableStatements,
} from './event-tables.ts';

/** The tables of copied events. Each method throws a `CopyRefusedError` if ClickHouse fails. */
export interface ClickHouse {
  /** @returns the last row that was copied of a store; 0 if there is none, as in a new database */
  copiedRow(store: string): Promise<number>;
  /** Adds events. Resolves once they are stored, in a cluster on two replicas. */
  insert(store: string, events: readonly EventRecord[]): Promise<void>;
  /** Removes the events of days before `date`, such as 2026-11-23. */
  dropDaysBefore(date: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connects with the first use. The tables are created if they are missing.
 * @param signal ends requests under way; a silent ClickHouse would delay the end of the server
 * @param now Unix milliseconds: the time of a copy
 */
export function openClickHouse(
  address: ClickHouseAddress,
  signal: AbortSignal,
  now: () => number = Date.now,
): ClickHouse {
  const { database, cluster } = address;
  const servers = createClients(address, signal);
  let insertSettings: Settings | null = null;
  const askAny = createAsker(servers, signal, (reasons) => {
    // After a failure the tables may be missing: the database may be another one.
    insertSettings = null;
    return new CopyRefusedError(reasons.at(-1));
  });

  /** Creates the tables if they are missing. @returns settings with which an insert is durable */
  async function prepare(server: ClickHouseServer): Promise<Settings> {
    // In a cluster the statements would wait for each replica, also for a dead one.
    if (!(await hasTables(server))) {
      const settings = await durableTables(server);
      for (const statement of tableStatements(address, settings)) await server.run(statement);
    }
    return cluster === null ? {} : durableInserts(await replicaCount(server, cluster));
  }

  const withTables = <T>(work: (server: ClickHouseServer, settings: Settings) => Promise<T>) =>
    askAny(async (server) => {
      insertSettings ??= await prepare(server);
      return work(server, insertSettings);
    });

  return {
    copiedRow: (store) =>
      withTables(async (server) => {
        const rows = await server.rows<{ store: string; row: string }>(
          'SELECT store, max(row) AS row FROM positions GROUP BY store',
        );
        return Number(rows.find((row) => row.store === store)?.row ?? 0);
      }),
    insert: (store, events) =>
      withTables(async (server, settings) => {
        const rows = events.map((event) => rowOf(event, store));
        const copied_ms = now();
        const feedRows = rows.map(
          (row): FeedRow => ({ ...row, event_time_ms: String(row.event_time_ms), copied_ms }),
        );
        await server.insert('events', rows, settings);
        await server.insert('feed', feedRows, settings);
        await server.insert('positions', [{ store, row: events.at(-1)?.row ?? 0 }]);
      }),
    dropDaysBefore: (date) =>
      withTables(async (server) => {
        for (const name of dailyTables) {
          const days = await server.rows<{ day: string }>(
            `SELECT DISTINCT day FROM ${name} WHERE day < '${date}'`,
          );
          const table = cluster === null ? name : `${database}.${name}_local ON CLUSTER ${cluster}`;
          for (const { day } of days)
            await server.run(`ALTER TABLE ${table} DROP PARTITION '${day}'`);
        }
      }),
    async close() {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

function rowOf({ context, payload, ...event }: EventRecord, store: string): EventRow {
  return {
    day: new Date(event.received_ms).toISOString().slice(0, 10),
    store,
    row: event.row,
    sid: event.sid,
    seq: event.seq,
    name: event.name,
    endpoint: event.endpoint,
    event_time_ms: event.event_time_ms,
    received_ms: event.received_ms,
    client_event_id: event.client_event_id,
    context,
    payload,
  };
}

async function hasTables(server: ClickHouseServer): Promise<boolean> {
  const found = await server.rows<{ name: string }>(
    `SELECT name FROM system.tables
     WHERE database = currentDatabase() AND name IN ('${preparedTables.join("', '")}')`,
  );
  return found.length === preparedTables.length;
}

/** Version 18.16 cannot wait for the disk; later ones can. */
async function durableTables(server: ClickHouseServer): Promise<string> {
  const wanted = ['fsync_after_insert', 'fsync_part_directory'];
  const known = await server.rows<{ name: string }>(
    `SELECT name FROM system.merge_tree_settings WHERE name IN ('${wanted.join("', '")}')`,
  );
  const settings = known.map(({ name }) => `${name} = 1`).join(', ');
  return settings === '' ? '' : ` SETTINGS ${settings}`;
}

/** @returns replicas of the shard with the fewest */
async function replicaCount(server: ClickHouseServer, cluster: string): Promise<number> {
  const shards = await server.rows<{ replicas: string }>(
    `SELECT count() AS replicas FROM system.clusters WHERE cluster = '${cluster}' GROUP BY shard_num`,
  );
  return Math.min(...shards.map(({ replicas }) => Number(replicas)));
}

/** The answer comes once two replicas have the events, so that the loss of one loses none. */
function durableInserts(replicas: number): Settings {
  return {
    insert_distributed_sync: 1,
    insert_quorum: Math.min(2, replicas),
    insert_quorum_timeout: copyLimits.answerMs / 2,
    // ClickHouse would take a repeated insert for stored, though the first has reached one replica.
    insert_deduplicate: 0,
  };
}

import type { ClickHouseClient } from '@clickhouse/client';
import { createClients, readRows, reasonOf } from './clickhouse-clients.ts';
import type { ClickHouseAddress } from './clickhouse-url.js';
import { CopyRefusedError, type WaitingEvent } from './copy-events.ts';
import { copyLimits } from './copy-limits.ts';
import { type EventRow, preparedTables, tableStatements } from './event-tables.ts';

/** Settings of ClickHouse for one statement. */
type Settings = Readonly<Record<string, string | number>>;

/** The tables of copied events. Each method throws a `CopyRefusedError` if ClickHouse fails. */
export interface ClickHouse {
  /** @returns the last row that was copied of a store; 0 if there is none, as in a new database */
  copiedRow(store: string): Promise<number>;
  /** Adds events. Resolves once they are stored, in a cluster on two replicas. */
  insert(store: string, events: readonly WaitingEvent[]): Promise<void>;
  /** Removes the events of days before `date`, such as 2026-11-23. */
  dropDaysBefore(date: string): Promise<void>;
  close(): Promise<void>;
}

/** Connects with the first use. The tables are created if they are missing. */
export function openClickHouse(address: ClickHouseAddress): ClickHouse {
  const { database, cluster } = address;
  const clients = createClients(address);
  let insertSettings: Settings | null = null;

  /** Asks the servers in their order, until one succeeds. */
  async function onAny<T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T> {
    let reason = 'no server is named';
    for (const { client, url } of clients) {
      try {
        return await work(client);
      } catch (error) {
        reason = `${url}: ${reasonOf(error)}`;
      }
    }
    // After a failure the tables may be missing: the database may be another one.
    insertSettings = null;
    throw new CopyRefusedError(reason);
  }

  /** Creates the tables if they are missing. @returns settings with which an insert is durable */
  async function prepare(client: ClickHouseClient): Promise<Settings> {
    // In a cluster the statements would wait for each replica, also for a dead one.
    if (!(await hasTables(client))) {
      const settings = await durableTables(client);
      for (const query of tableStatements(address, settings)) await client.command({ query });
    }
    return cluster === null ? {} : durableInserts(await replicaCount(client, cluster));
  }

  const withTables = <T>(work: (client: ClickHouseClient, settings: Settings) => Promise<T>) =>
    onAny(async (client) => {
      insertSettings ??= await prepare(client);
      return work(client, insertSettings);
    });

  return {
    copiedRow: (store) =>
      withTables(async (client) => {
        const rows = await readRows<{ store: string; row: string }>(
          client,
          'SELECT store, max(row) AS row FROM copied GROUP BY store',
        );
        return Number(rows.find((row) => row.store === store)?.row ?? 0);
      }),
    insert: (store, events) =>
      withTables(async (client, settings) => {
        const values = events.map((event) => rowOf(event, store));
        const format = 'JSONEachRow';
        await client.insert({ table: 'events', values, format, clickhouse_settings: settings });
        const copied = [{ store, row: events.at(-1)?.row ?? 0 }];
        await client.insert({ table: 'copied', values: copied, format });
      }),
    dropDaysBefore: (date) =>
      withTables(async (client) => {
        const days = await readRows<{ day: string }>(
          client,
          `SELECT DISTINCT day FROM events WHERE day < '${date}'`,
        );
        const table =
          cluster === null ? 'events' : `${database}.events_local ON CLUSTER ${cluster}`;
        for (const { day } of days)
          await client.command({ query: `ALTER TABLE ${table} DROP PARTITION '${day}'` });
      }),
    async close() {
      await Promise.all(clients.map(({ client }) => client.close()));
    },
  };
}

function rowOf({ context, payload, ...event }: WaitingEvent, store: string): EventRow {
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

async function hasTables(client: ClickHouseClient): Promise<boolean> {
  const found = await readRows<{ name: string }>(
    client,
    `SELECT name FROM system.tables
     WHERE database = currentDatabase() AND name IN ('${preparedTables.join("', '")}')`,
  );
  return found.length === preparedTables.length;
}

/** Version 18.16 cannot wait for the disk; later ones can. */
async function durableTables(client: ClickHouseClient): Promise<string> {
  const wanted = ['fsync_after_insert', 'fsync_part_directory'];
  const known = await readRows<{ name: string }>(
    client,
    `SELECT name FROM system.merge_tree_settings WHERE name IN ('${wanted.join("', '")}')`,
  );
  const settings = known.map(({ name }) => `${name} = 1`).join(', ');
  return settings === '' ? '' : ` SETTINGS ${settings}`;
}

/** @returns replicas of the shard with the fewest */
async function replicaCount(client: ClickHouseClient, cluster: string): Promise<number> {
  const shards = await readRows<{ replicas: string }>(
    client,
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

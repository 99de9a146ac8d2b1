import type { ClickHouseAddress } from './clickhouse-url.js';

/** A row of the table `events` in ClickHouse. */
export interface EventRow {
  /** Day on which the event arrived (UTC), as in 2026-11-23. Old days are removed as a whole. */
  day: string;
  /** The store that it was copied from. */
  store: string;
  row: number;
  sid: string;
  seq: number;
  name: string;
  endpoint: string;
  event_time_ms: number;
  received_ms: number;
  client_event_id: string;
  /** JSON. */
  context: string;
  /** JSON. */
  payload: string;
}

const columnTypes: Readonly<Record<keyof EventRow, string>> = {
  day: 'Date',
  store: 'String',
  row: 'UInt64',
  sid: 'String',
  seq: 'UInt64',
  name: 'String',
  endpoint: 'String',
  // A page may send any number that is not negative.
  event_time_ms: 'Float64',
  received_ms: 'Int64',
  client_event_id: 'String',
  context: 'String',
  payload: 'String',
};

/** The columns for charts, which need times of ClickHouse's own type: seconds in 32 bits. */
const timeColumns = {
  event_time: 'DateTime ALIAS toDateTime(toUInt32(least(event_time_ms / 1000, 4294967295)))',
  received: 'DateTime ALIAS toDateTime(intDiv(received_ms, 1000))',
} as const;

const columns = Object.entries({ ...columnTypes, ...timeColumns })
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

/** The tables by which a server of ClickHouse is known to be prepared. */
export const preparedTables = ['events', 'copied'] as const;

/**
 * Statements that create the tables where they are missing. They use only what ClickHouse 18.16
 * knows, because it is Debian's.
 * `events` replaces rows of the same document and number when its parts are merged, so an event
 * that is copied again is there once. That needs the same `day` each time: an event's arrival never
 * changes. `copied` has the last row that was copied of each store.
 * @param settings of the tables
 */
export function tableStatements(
  { database, cluster }: Pick<ClickHouseAddress, 'database' | 'cluster'>,
  settings = '',
): readonly string[] {
  const order = `PARTITION BY day ORDER BY (sid, seq)${settings}`;
  const position = '(store String, row UInt64)';
  if (cluster === null)
    return [
      `CREATE TABLE IF NOT EXISTS events (${columns}) ENGINE = ReplacingMergeTree ${order}`,
      `CREATE TABLE IF NOT EXISTS copied ${position} ENGINE = ReplacingMergeTree(row) ORDER BY store`,
    ];
  const path = `/clickhouse/tables/${database}`;
  const create = (table: string) =>
    `CREATE TABLE IF NOT EXISTS ${database}.${table} ON CLUSTER ${cluster}`;
  return [
    `${create('events_local')} (${columns}) ENGINE = ReplicatedReplacingMergeTree('${path}/{shard}/events_local', '{replica}') ${order}`,
    // A document's events are on one shard, so that they can replace each other.
    `${create('events')} (${columns}) ENGINE = Distributed(${cluster}, ${database}, events_local, cityHash64(sid))`,
    // One table, with a replica on every server of the cluster.
    `${create('copied')} ${position} ENGINE = ReplicatedReplacingMergeTree('${path}/copied', '{shard}-{replica}', row) ORDER BY store`,
  ];
}

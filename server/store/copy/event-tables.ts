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

/** A row of the table `feed`. */
export interface FeedRow extends Omit<EventRow, 'event_time_ms'> {
  /** The number as text: ClickHouse 18.16 changes the last digit of some numbers that it reads. */
  event_time_ms: string;
  /** When it was copied, in Unix milliseconds: the latest copy of a row counts. */
  copied_ms: number;
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

const feedTypes: Readonly<Record<keyof FeedRow, string>> = {
  ...columnTypes,
  event_time_ms: 'String',
  copied_ms: 'Int64',
};

const columns = listColumns({ ...columnTypes, ...timeColumns });
const feedColumns = listColumns(feedTypes);

function listColumns(types: Readonly<Record<string, string>>): string {
  return Object.entries(types)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
}

/** The tables with an event in each row, of which days are removed. */
export const dailyTables = ['events', 'feed'] as const;

/** The tables by which a server of ClickHouse is known to be prepared. */
export const preparedTables = [...dailyTables, 'positions'] as const;

/**
 * Statements that create the tables where they are missing. They use only what ClickHouse 18.16
 * knows, because it is Debian's.
 * `events` replaces rows of the same document and number when its parts are merged, so an event
 * that is copied again is there once. That needs the same `day` each time: an event's arrival never
 * changes. `feed` has the same events in the order of the store's rows. A store that was restored
 * from a backup gives rows again to other events, also of other days, where nothing is replaced:
 * readers take the latest copy of a row. `positions` has the last row that was copied of each
 * store. Versions before `feed` had the table `copied` instead, so that all events are copied
 * again.
 * @param settings of the tables
 */
export function tableStatements(
  { database, cluster }: Pick<ClickHouseAddress, 'database' | 'cluster'>,
  settings = '',
): readonly string[] {
  const ofEvents = `PARTITION BY day ORDER BY (sid, seq)${settings}`;
  const ofFeed = `PARTITION BY day ORDER BY (store, row)${settings}`;
  const position = '(store String, row UInt64)';
  if (cluster === null)
    return [
      `CREATE TABLE IF NOT EXISTS events (${columns}) ENGINE = ReplacingMergeTree ${ofEvents}`,
      `CREATE TABLE IF NOT EXISTS feed (${feedColumns}) ENGINE = ReplacingMergeTree(copied_ms) ${ofFeed}`,
      `CREATE TABLE IF NOT EXISTS positions ${position} ENGINE = ReplacingMergeTree(row) ORDER BY store`,
    ];
  const path = `/clickhouse/tables/${database}`;
  const create = (table: string) =>
    `CREATE TABLE IF NOT EXISTS ${database}.${table} ON CLUSTER ${cluster}`;
  const replicated = (table: string, version = '') =>
    `ReplicatedReplacingMergeTree('${path}/{shard}/${table}', '{replica}'${version})`;
  const distributed = (table: string, key: string) =>
    `Distributed(${cluster}, ${database}, ${table}, cityHash64(${key}))`;
  return [
    `${create('events_local')} (${columns}) ENGINE = ${replicated('events_local')} ${ofEvents}`,
    // A document's events are on one shard, so that they can replace each other.
    `${create('events')} (${columns}) ENGINE = ${distributed('events_local', 'sid')}`,
    `${create('feed_local')} (${feedColumns}) ENGINE = ${replicated('feed_local', ', copied_ms')} ${ofFeed}`,
    // The rows of a page are mostly on one shard, and the next pages on others.
    `${create('feed')} (${feedColumns}) ENGINE = ${distributed('feed_local', 'intDiv(row, 1000)')}`,
    // One table, with a replica on every server of the cluster.
    `${create('positions')} ${position} ENGINE = ReplicatedReplacingMergeTree('${path}/positions', '{shard}-{replica}', row) ORDER BY store`,
  ];
}

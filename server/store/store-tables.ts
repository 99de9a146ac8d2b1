import type { Generated, GeneratedAlways } from 'kysely';
import type { LogEndpoint } from '../../shared/telemetry/log-event.ts';
import type { ParquetCopyTable } from './parquet/parquet-tables.ts';
import type { ReportTables } from './reports/report-tables.ts';

/** The tables as queries see them, the same on every database. */
export interface StoreTables extends ReportTables {
  events: EventsTable;
  rejections: RejectionsTable;
  clients: ClientsTable;
  totals: TotalsTable;
  provider_log: ProviderLogTable;
  provider_log_clients: ProviderLogClientsTable;
  viewers: ViewersTable;
  subscriptions: SubscriptionsTable;
  feedback: FeedbackTable;
  notification_preferences: NotificationPreferencesTable;
  playlist_edits: PlaylistEditsTable;
  errors: ErrorsTable;
  error_reports: ErrorReportsTable;
  store_clock: StoreClockTable;
  event_copy: EventCopyTable;
  parquet_copy: ParquetCopyTable;
}

interface EventsTable {
  row: Generated<number>;
  /** Day of its document; only if events are partitioned. */
  day?: number;
  sid: string;
  seq: number;
  name: string;
  endpoint: LogEndpoint;
  event_time_ms: number;
  received_ms: number;
  client_event_id: string;
  /** JSON. */
  context: string;
  /** JSON. */
  payload: string;
}

/**
 * Numbers of events that were refused individually and not resent in a valid form; they do not
 * count as missing.
 */
interface RejectionsTable {
  sid: string;
  seq: number;
}

/**
 * A row for each document with a known event: counting its events on each read would take seconds.
 */
interface ClientsTable {
  row: Generated<number>;
  /** Day in its id (`dayInId`); only if the table is partitioned. */
  id_day?: number;
  sid: string;
  /** Highest number that is stored or noted as refused. */
  highest_seq: number;
  stored_count: number;
  /** Its rows in `rejections`. */
  rejected_count: number;
  /** Numbers up to the highest that are neither stored nor noted as refused. */
  missing: GeneratedAlways<number>;
  first_received_ms: number;
  last_received_ms: number;
  /** Day of its events (`dayOfEvents`); only if they are partitioned. */
  day?: number;
  /** Ranges of its numbers that have left `events`, as JSON (`archived-ranges.ts`). */
  archived: Generated<string | null>;
}

/**
 * A row for each writing process, summed when read: counting millions of events would take seconds.
 */
interface TotalsTable {
  writer: string;
  events: number;
  batches: number;
  duplicates: number;
  /** Events refused individually, plus 1 for each batch refused as a whole. */
  rejected: number;
  bytes: number;
  /** Rows of `clients`. */
  clients: number;
  /** Sum of `missing` over `clients`. */
  missing: number;
  /** Rows of `rejections`. */
  noted_rejections: number;
  /** Counts of expired documents and their events. */
  expired_events: number;
  expired_clients: number;
  expired_missing: number;
  /** Sum of `bytes` over `viewers`. */
  viewer_bytes: number;
}

/** One row, from the first maintenance on. */
interface StoreClockTable {
  id: 1;
  /** The latest moment at which a server's clock was trusted; Unix milliseconds. */
  trusted_ms: number;
}

/** One row, once events are copied to ClickHouse. */
interface EventCopyTable {
  id: 1;
  /** The last row of `events` whose copy ClickHouse has confirmed. */
  row: number;
  /** The process that copies. */
  holder: string;
  /** When another process may copy instead; Unix milliseconds of the store's clock. */
  until_ms: number;
  /** Events up to this row are in ClickHouse, and not in `events` (`archive-events.ts`). */
  archived_row: Generated<number>;
  /** Events that have left. */
  archived_count: Generated<number>;
  /** When the last of them had arrived; Unix milliseconds. */
  archived_ms: Generated<number>;
}

interface ProviderLogTable {
  row: Generated<number>;
  sid: string;
  n: number;
  kind: string;
  time_ms: number;
  received_ms: number;
  /** JSON. */
  context: string;
  /** JSON. */
  fields: string;
}

/** A row for each document that has sent an entry. */
interface ProviderLogClientsTable {
  sid: string;
  /** Entries that its full buffer has dropped: the highest count that it has reported. */
  dropped_count: number;
}

/** A row for each viewer who has changed something. */
interface ViewersTable {
  viewer: string;
  version: number;
  /** Time of the last change, or of a read on a later day; Unix milliseconds. */
  seen_ms: Generated<number>;
  /** Bytes of the viewer's rows in all five tables (`viewer-size.ts`). */
  bytes: Generated<number>;
}

interface SubscriptionsTable {
  row: Generated<number>;
  viewer: string;
  channel_id: string;
  silo_name: string | null;
  params: string | null;
  since_ms: number;
}

interface FeedbackTable {
  row: Generated<number>;
  viewer: string;
  token: string;
  /** The playback that it is about. */
  cpn: string | null;
  /** 0 or 1. */
  is_unencrypted: number;
  received_ms: number;
}

interface NotificationPreferencesTable {
  viewer: string;
  params: string;
  secondary_params: string;
  changed_ms: number;
}

interface PlaylistEditsTable {
  row: Generated<number>;
  viewer: string;
  playlist_id: string;
  /** JSON of a `PlaylistAction`. */
  action: string;
  made_ms: number;
}

/** A row for each different error, with its first report and the number of reports. */
interface ErrorsTable {
  row: Generated<number>;
  fingerprint: string;
  count: number;
  first_received_ms: number;
  last_received_ms: number;
  /** Id of its latest report; `last_sid` is that report's document. */
  last_id: string;
  last_sid: string;
  source: string;
  level: string;
  type: string;
  message: string;
  line: number;
  stack: string;
  client_name: string;
  client_version: string;
  /** JSON. */
  params: string;
}

/** A row for each report of an error, until it expires. */
interface ErrorReportsTable {
  row: Generated<number>;
  sid: string;
  /** Id of the report; with `sid` it identifies the report. */
  id: string;
  /** The error in `errors`, which may have been dropped. */
  fingerprint: string;
  /** By the viewer's clock; Unix milliseconds. */
  time_ms: number;
  received_ms: number;
}

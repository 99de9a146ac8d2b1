import type { Generated, GeneratedAlways } from 'kysely';
import type { LogEndpoint } from '../../shared/log-event.ts';
import type { ReportTables } from './reports/report-tables.ts';

/** The tables as the queries see them; the same on every database. */
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
  store_clock: StoreClockTable;
}

interface EventsTable {
  row: Generated<number>;
  /** Of its document, only where events are partitioned. */
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

/** Numbers of events that were refused one by one and have not come in a good form since: known, and so not missing. */
interface RejectionsTable {
  sid: string;
  seq: number;
}

/** A row for each document that an event is known of: counting its events for each look would take seconds. */
interface ClientsTable {
  row: Generated<number>;
  sid: string;
  /** Of the numbers that are stored or noted as refused. */
  highest_seq: number;
  stored_count: number;
  /** Its rows in `rejections`. */
  rejected_count: number;
  /** Numbers up to the highest that are neither stored nor noted as refused. */
  missing: GeneratedAlways<number>;
  first_received_ms: number;
  last_received_ms: number;
  /** On which its first batch came (`dayOf`), only where events are partitioned. */
  day?: number;
}

/** A row for each process that writes, summed on reading: counting millions of events for each summary would take seconds. */
interface TotalsTable {
  writer: string;
  events: number;
  batches: number;
  duplicates: number;
  /** Events refused one by one, plus 1 for each batch refused as a whole. */
  rejected: number;
  bytes: number;
  /** Rows of `clients`. */
  clients: number;
  /** Sum of `missing` over `clients`. */
  missing: number;
  /** Rows of `rejections`. */
  noted_rejections: number;
  /** What has gone with the documents that were kept for long enough. */
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
  /** Entries that its full buffer dropped: the highest number that it told. */
  dropped_count: number;
}

/** A row for each viewer who has changed something. */
interface ViewersTable {
  viewer: string;
  version: number;
  /** Of the last change, or of a look on a later day; Unix milliseconds. */
  seen_ms: Generated<number>;
  /** How much the viewer's rows of all five tables take (`viewer-size.ts`). */
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
  /** Of the playback that it is about. */
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

/** A row for each error that differs; of the reports of one only their number is kept, and the first. */
interface ErrorsTable {
  row: Generated<number>;
  fingerprint: string;
  count: number;
  first_received_ms: number;
  last_received_ms: number;
  /** Of its latest report. */
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

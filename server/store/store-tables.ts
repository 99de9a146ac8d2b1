import type { Generated } from 'kysely';

/** The tables as the queries see them; the same on every database. */
export interface StoreTables {
  events: EventsTable;
  totals: TotalsTable;
}

interface EventsTable {
  row: Generated<number>;
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

/** One row: counting millions of events for each summary would take seconds. */
interface TotalsTable {
  events: number;
  batches: number;
  duplicates: number;
  rejected: number;
  bytes: number;
}

import type { Generated } from 'kysely';
import type { DocumentDimension } from '../../../shared/telemetry/document-dimensions.ts';
import type { QoeSummary } from '../../../shared/telemetry/qoe-summary.ts';
import type { ViewingsTable, WatchedMinutesTable } from './audience/audience-tables.ts';
import type { DocumentHoursTable } from './completeness/completeness-tables.ts';
import type { PagesTables } from './completeness/pages-tables.ts';
import type { FieldReportsTable } from './cost/cost-tables.ts';
import type { CustomDimensionsTable, CustomValuesTable } from './custom/custom-tables.ts';
import type { DocumentFacts } from './document-facts.ts';
import type {
  ExperimentPlaybacksTable,
  ExperimentsTable,
} from './experiments/experiment-tables.ts';
import type { PlaybackColumn, PlaybackOwnFacts } from './playback-columns.ts';

/**
 * The tables that the reports read. Each batch updates them in its transaction, because searching
 * millions of events would take minutes. They can be rebuilt from `events`, except for the counts
 * of refused events and of served pages.
 */
export interface ReportTables extends PagesTables {
  documents: DocumentsTable;
  playbacks: PlaybacksTable;
  document_hours: DocumentHoursTable;
  field_reports: FieldReportsTable;
  viewings: ViewingsTable;
  watched_minutes: WatchedMinutesTable;
  experiment_playbacks: ExperimentPlaybacksTable;
  experiments: ExperimentsTable;
  custom_dimensions: CustomDimensionsTable;
  custom_values: CustomValuesTable;
  intake_minutes: IntakeMinutesTable;
  playback_changes: PlaybackChangesTable;
  playback_sums: PlaybackSumsTable;
  playback_sums_state: PlaybackSumsStateTable;
}

/** A row for each document with an event about itself or a playback. */
export interface DocumentsTable extends DocumentFacts {
  sid: string;
  /** Day in its id (`dayInId`); only if the table is partitioned. */
  id_day?: number;
}

/**
 * A row for each playback, from its start or its first summary, whichever arrives first. It has a
 * copy of its document's facts, and facts of its own.
 */
interface PlaybacksTable extends DocumentFacts, PlaybackOwnFacts {
  row: Generated<number>;
  sid: string;
  /** Day in its document's id (`dayInId`); only if the table is partitioned. */
  id_day?: number;
  cpn: string;
  video_id: string;
  /** Unix milliseconds at which its first event arrived. */
  received_ms: number;
  /** 1 once it is known to have started. */
  is_begun: number;
  /**
   * Number of its summary event; 0 without one. The highest number wins, in any order of arrival.
   */
  summary_seq: number;
  /** The following fields come from the summary; without one they are `null` or 0. */
  summary_end: QoeSummary['end'] | null;
  is_live: number;
  start_ms: number | null;
  is_autoplay_blocked: number;
  is_exit_before_start: number;
  watched_ms: number;
  rebuffer_count: number;
  rebuffer_ms: number;
  rebuffer_percent: number | null;
  failure: QoeSummary['failure'];
  error_name: string | null;
  average_height: number | null;
  average_bitrate: number | null;
}

/**
 * A row for each minute with arrivals and each writer: writers that share a row would wait for each
 * other's commits.
 */
interface IntakeMinutesTable {
  writer: string;
  /** Start of the minute in Unix milliseconds. */
  minute_ms: number;
  batches: number;
  events: number;
  duplicates: number;
  rejected: number;
  bytes: number;
  /** Unreadable summaries of playbacks. */
  malformed_summaries: number;
}

/**
 * Changes that the sums do not contain yet. A new playback is one row; a changed one is two, of
 * which the first takes away its former figures.
 */
interface PlaybackChangesTable extends SummedColumns {
  row: Generated<number>;
  /** 1 adds the playback to the sums, -1 takes it away. */
  sign: number;
}

/** The columns of a playback that its sums depend on. */
export type SummedColumns = Pick<
  PlaybacksTable,
  | 'received_ms'
  | 'video_id'
  | DocumentDimension
  | PlaybackColumn
  | 'is_begun'
  | 'summary_seq'
  | 'start_ms'
  | 'is_autoplay_blocked'
  | 'is_exit_before_start'
  | 'watched_ms'
  | 'rebuffer_count'
  | 'rebuffer_ms'
  | 'rebuffer_percent'
  | 'failure'
  | 'error_name'
>;

/** A row for each period and each group of playbacks in it. */
interface PlaybackSumsTable {
  kind: 'all' | 'video' | DocumentDimension | PlaybackColumn;
  /** Length of the period in milliseconds: a minute (only for `all`), an hour or a day (UTC). */
  span_ms: number;
  /** Its start in Unix milliseconds. */
  start_ms: number;
  /** The group's video id or fact; '' for `all`. */
  name: string;
  /** The outcomes, by which lists are made. */
  playbacks: number;
  played: number;
  exits: number;
  failed: number;
  refusals: number;
  rebuffered: number;
  /** The other figures: JSON, see `sum-text.ts`. */
  figures: string;
}

/**
 * One row, once the sums have been filled; a transaction that changes the sums locks it.
 */
interface PlaybackSumsStateTable {
  id: number;
  /** The sums hold the playbacks from this moment on: the start of a day in Unix milliseconds. */
  from_ms: number;
}

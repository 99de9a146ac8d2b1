import type { Generated } from 'kysely';
import type { QoeSummary } from '../../../shared/qoe-summary.ts';

/**
 * What the reports read. Kept up to date with each batch, in its transaction, because finding this in millions of events would take
 * minutes; whatever stands here can be found again in `events`, except for the counts of what was refused.
 */
export interface ReportTables {
  documents: DocumentsTable;
  playbacks: PlaybacksTable;
  intake_minutes: IntakeMinutesTable;
}

/** A row for each document that has told of itself or of a playback. */
interface DocumentsTable {
  sid: string;
  /** Origin of the page that framed it, `direct` where none did, '' as long as that is not known. */
  host: string;
  /** The browser's name, '' where it is not known. */
  browser: string;
}

/** A row for each playback, from its beginning or its first summary on, whichever comes first. */
interface PlaybacksTable {
  row: Generated<number>;
  sid: string;
  cpn: string;
  video_id: string;
  /** As its document's. */
  host: string;
  browser: string;
  /** When the first of its events came; Unix milliseconds. */
  received_ms: number;
  /** 1 once it is known to have begun. */
  is_begun: number;
  /** Number of the event with its summary; 0 without. Of several the highest counts, in whatever order they came. */
  summary_seq: number;
  /** All below are of the summary, and `null` or 0 without. */
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

/** A row for each minute in which something came to a writer: those that shared one would wait for each other's commits. */
interface IntakeMinutesTable {
  writer: string;
  /** Unix milliseconds at which it began. */
  minute_ms: number;
  batches: number;
  events: number;
  duplicates: number;
  rejected: number;
  bytes: number;
  /** Summaries of playbacks that nobody can read. */
  malformed_summaries: number;
}

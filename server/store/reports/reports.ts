import type * as z from 'zod';
import type { StoredError } from '../event-store.ts';
import type { playbackRowSchema, qoeOverviewSchema, spreadSchema } from './playback-row-schemas.ts';

/** Selects the playbacks of a report; `null` selects all. */
export interface ReportFilter {
  /** Earliest time of receipt, inclusive; Unix milliseconds. */
  fromMs: number;
  /** Latest time of receipt, exclusive; Unix milliseconds. */
  toMs: number;
  videoId: string | null;
  /** Origin of the page, `direct`, or '' for unknown. */
  host: string | null;
  browser: string | null;
}

/**
 * Aggregates over many playbacks and all events. Times are in milliseconds. All figures of an
 * answer are from the same moment.
 */
export interface Reports {
  dashboard(filter: ReportFilter): Promise<DashboardReport>;
  overview(filter: ReportFilter): Promise<QoeOverview>;
  /** Rows after a row number, in ascending order. */
  playbackRows(filter: ReportFilter, after: number, limit: number): Promise<PlaybackRow[]>;
}

export interface DashboardReport {
  totals: PlaybackTotals;
  startMs: Spread & { bars: Bar[] };
  /** Percentages, of the playbacks that played. */
  rebufferPercent: Spread & { bars: Bar[] };
  /** Length of a step in `steps` and `intake`. */
  stepMs: number;
  /** Steps without playbacks are omitted. */
  steps: PlaybackStep[];
  /** Arrivals at the intake in the filter's period; its other fields do not apply. */
  intake: IntakeStep[];
  /** Groups with the most playbacks. */
  videos: Group[];
  hosts: Group[];
  browsers: Group[];
  /** Reasons of failures, the most frequent first. */
  failures: { name: string; beforeStart: number; midStream: number }[];
  /** Covers the whole store; the filter does not apply. */
  accounting: Accounting;
  /** Errors whose latest report is in the filter's period, the most frequent first. */
  errors: StoredError[];
}

/** A short form of the dashboard's figures. */
export type QoeOverview = z.infer<typeof qoeOverviewSchema>;

export interface PlaybackTotals {
  /** Playbacks that were requested. */
  playbacks: number;
  /** Playbacks that are known to have played. */
  played: number;
  /** Playbacks with a summary. */
  summaries: number;
  exitsBeforeStart: number;
  autoplaysBlocked: number;
  failuresBeforeStart: number;
  failuresMidStream: number;
  /** Playbacks with at least one rebuffering, the number of rebufferings, and their total time. */
  rebuffered: number;
  rebufferCount: number;
  rebufferMs: number;
  watchedMs: number;
}

/** Nearest rank, so that each value was measured; `null` without values. */
export type Spread = z.infer<typeof spreadSchema>;

/**
 * Counts values from the previous bar's `below` (inclusive) up to `below` (exclusive; `null` is
 * infinite).
 */
export interface Bar {
  below: number | null;
  count: number;
}

export interface PlaybackStep {
  atMs: number;
  playbacks: number;
  played: number;
  exitsBeforeStart: number;
  failures: number;
  rebuffered: number;
  medianStartMs: number | null;
}

export interface IntakeStep {
  atMs: number;
  batches: number;
  events: number;
  duplicates: number;
  rejected: number;
  bytes: number;
  malformedSummaries: number;
}

export interface Group {
  name: string;
  playbacks: number;
  played: number;
  exitsBeforeStart: number;
  failures: number;
  rebuffered: number;
}

/** created = stored + rejected + missing. */
export interface Accounting {
  /** Sum of the highest known number of each document. */
  created: number;
  stored: number;
  rejected: number;
  /** Neither stored nor refused: in flight, kept in a viewer's browser, or lost. */
  missing: number;
  /**
   * Losses that pages have reported, by reason; part of `missing` if a later event's number is
   * known.
   */
  toldLost: { reason: string; count: number }[];
  /** Events that arrived again. */
  duplicates: number;
  documents: number;
  documentsWithHoles: number;
  batches: number;
  bytes: number;
}

/** An exported playback, with its row number. */
export type PlaybackRow = z.infer<typeof playbackRowSchema> & { row: number };

/** Upper ends of the bars of a distribution. */
export const startBarsMs = [250, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000] as const;
export const rebufferBarsPercent = [0.001, 0.5, 1, 2, 5, 10, 25, 50] as const;

import type * as z from 'zod';
import type { StoredError } from '../stored-error.ts';
import type { playbackRowSchema, qoeOverviewSchema, spreadSchema } from './playback-row-schemas.ts';

/** Which playbacks a report is about; `null` is any. */
export interface ReportFilter {
  /** Received from then on, Unix milliseconds … */
  fromMs: number;
  /** … and before then. */
  toMs: number;
  videoId: string | null;
  /** Origin of the page, `direct`, or '' for those of which it is not known. */
  host: string | null;
  browser: string | null;
}

/** What the store tells of many playbacks, and of all events. Times are milliseconds. All figures of an answer are of one moment. */
export interface Reports {
  dashboard(filter: ReportFilter): Promise<DashboardReport>;
  overview(filter: ReportFilter): Promise<QoeOverview>;
  /** Rows behind a row number, in order of it. */
  playbackRows(filter: ReportFilter, after: number, limit: number): Promise<PlaybackRow[]>;
}

export interface DashboardReport {
  totals: PlaybackTotals;
  startMs: Spread & { bars: Bar[] };
  /** Of the playbacks that played, percent. */
  rebufferPercent: Spread & { bars: Bar[] };
  /** Length of a step of the two series below. */
  stepMs: number;
  /** Steps in which nothing happened are left out. */
  steps: PlaybackStep[];
  /** What arrived at the intake in the time of the filter, whatever else it says. */
  intake: IntakeStep[];
  /** Those with the most playbacks. */
  videos: Group[];
  hosts: Group[];
  browsers: Group[];
  /** Why playbacks failed, the most frequent first. */
  failures: { name: string; beforeStart: number; midStream: number }[];
  /** Of the whole store, whatever the filter says. */
  accounting: Accounting;
  /** Those that came last within the time of the filter, the most frequent first. */
  errors: StoredError[];
}

/** The same figures as a dashboard's, in short. */
export type QoeOverview = z.infer<typeof qoeOverviewSchema>;

export interface PlaybackTotals {
  /** Playbacks that somebody or something asked for. */
  playbacks: number;
  /** Those that are known to have played. */
  played: number;
  /** Those that have told how they went. */
  summaries: number;
  exitsBeforeStart: number;
  autoplaysBlocked: number;
  failuresBeforeStart: number;
  failuresMidStream: number;
  /** Playbacks that rebuffered at all, how often, and for how long. */
  rebuffered: number;
  rebufferCount: number;
  rebufferMs: number;
  watchedMs: number;
}

/** Nearest rank, so that each is a value that was measured; `null` without values. */
export type Spread = z.infer<typeof spreadSchema>;

/** How many values lie from the end of the bar before up to, and without, its own; `null` is without end. */
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
  /** Sum of the highest numbers that are known of each document. */
  created: number;
  stored: number;
  rejected: number;
  /** Neither here nor refused: on their way, kept by a viewer's browser, or lost. */
  missing: number;
  /** What pages say that they gave up, by reason; a part of `missing` where the number of a later event is known. */
  toldLost: { reason: string; count: number }[];
  /** Events that came again. */
  duplicates: number;
  documents: number;
  documentsWithHoles: number;
  batches: number;
  bytes: number;
}

/** A playback as it is exported, with its place among all. */
export type PlaybackRow = z.infer<typeof playbackRowSchema> & { row: number };

/** Upper ends of the bars of a distribution. */
export const startBarsMs = [250, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000] as const;
export const rebufferBarsPercent = [0.001, 0.5, 1, 2, 5, 10, 25, 50] as const;

import type * as z from 'zod';
import type { CustomDimension } from '../../../shared/telemetry/document-dimensions.ts';
import type { TelemetryReport } from '../../../shared/telemetry/telemetry-report.ts';
import type { playbackRowSchema, qoeOverviewSchema, spreadSchema } from './playback-row-schemas.ts';

/**
 * The playbacks in a report: those received from `fromMs` on and before `toMs`, in Unix
 * milliseconds; `null` is no limit.
 */
export type ReportFilter = TelemetryReport['filter'] & {
  /** Numbers of the arms of its experiment, by which the store knows them; missing without one. */
  arms?: readonly number[];
};

/** All figures of a report; who asks adds what was asked. */
export type DashboardReport = Omit<
  TelemetryReport,
  'madeMs' | 'hasToken' | 'isReader' | 'filter' | 'experiments' | 'titles'
>;

/** The part of a report that is about playbacks, without lists of them. */
export type PlaybackFigures = Pick<
  DashboardReport,
  'totals' | 'startMs' | 'rebufferPercent' | 'steps' | 'failures' | 'refusals'
>;

/** A short form of the dashboard's figures. */
export type QoeOverview = z.infer<typeof qoeOverviewSchema>;

export type PlaybackTotals = DashboardReport['totals'];

/** Nearest rank; `null` without values. */
export type Spread = z.infer<typeof spreadSchema>;

export type IntakeStep = DashboardReport['intake'][number];
export type Group = DashboardReport['videos'][number];
export type Accounting = DashboardReport['accounting'];

/** A playback of an answer. */
type ShownPlayback = z.infer<typeof playbackRowSchema>;

/** A playback as the store knows it, with its row number. */
export type PlaybackRow = Omit<ShownPlayback, 'receivedAt' | 'title'> &
  Record<CustomDimension, string> & { row: number };

/** Where a playback stands among all in the order of their time. */
export type RowPlace = Pick<PlaybackRow, 'receivedMs' | 'row'>;

/** Upper ends of the bars of a distribution. */
export const startBarsMs = [250, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000] as const;
export const rebufferBarsPercent = [0.001, 0.5, 1, 2, 5, 10, 25, 50] as const;

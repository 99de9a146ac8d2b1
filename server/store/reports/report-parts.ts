import type { CompletenessPart } from './completeness/read-completeness.ts';
import { type FilterColumn, ofEachColumn } from './filter-columns.ts';
import type { DashboardReport, IntakeStep } from './report-figures.ts';
import type { SummedColumns } from './report-tables.ts';
import type { GroupCounts } from './sums/group-counts.ts';
import type { StepSums } from './sums/step-sums.ts';
import type { Bins } from './sums/value-bins.ts';

/** One store's figures for a report. Parts of several stores can be added. */
export interface ReportPart {
  figures: FiguresPart;
  lists: ListParts;
  firstFrames: FirstFrames;
  intake: IntakeStep[];
  latest: LatestList;
  completeness: CompletenessPart;
  accounting: DashboardReport['accounting'];
  errors: DashboardReport['errors'];
}

/** Its figures for the short form. */
export interface OverviewPart {
  figures: FiguresPart;
  /** Unreadable summaries of playbacks. */
  malformed: number;
}

/** The playbacks of a report: each of them if there are few, else their sums. */
export type FiguresPart = Cut &
  ({ playbacks: readonly SummedColumns[]; sums?: never } | { sums: StepSums; playbacks?: never });

/** Outcomes of playbacks by the names of their groups. */
export interface ListPart extends Cut {
  groups: ReadonlyMap<string, GroupCounts>;
}

/** The lists of a report, by the column that groups the playbacks. */
export type ListParts = Record<FilterColumn, ListPart>;

/** Times from the play request to the first frame, by what started the playback. */
export type FirstFrames = ReadonlyMap<string, Bins>;

/** The newest playbacks, newest first. */
export interface LatestList extends Cut {
  playbacks: DashboardReport['latest'];
}

interface Cut {
  /** Only playbacks from this moment on, in Unix milliseconds; `null` if all of the filter. */
  countedFromMs: number | null;
}

/** Where the time of each part is cut, in Unix milliseconds. */
export type Cuts = Readonly<
  Record<'figures' | 'completeness' | 'latest' | FilterColumn, number | null>
>;

/** Every time is cut where it has to be. */
export const noCuts: Cuts = {
  figures: null,
  completeness: null,
  latest: null,
  ...ofEachColumn(() => null),
};

import type { Audience } from './audience/add-audience.ts';
import type { AudiencePart } from './audience/read-audience.ts';
import type { Costs } from './cost/add-costs.ts';
import type { CostPart } from './cost/read-costs.ts';
import type { ComparedArms } from './experiments/compare-arms.ts';
import type { ArmsPart, ExperimentQuestion } from './experiments/read-arms.ts';
import type {
  DashboardReport,
  PlaybackRow,
  QoeOverview,
  ReportFilter,
  RowPlace,
} from './report-figures.ts';
import type { Cuts, OverviewPart, ReportPart } from './report-parts.ts';

/**
 * Aggregates over many playbacks and all events. Times are in milliseconds. All figures of an
 * answer are from the same moment.
 */
export interface Reports {
  dashboard(filter: ReportFilter): Promise<DashboardReport>;
  overview(filter: ReportFilter): Promise<QoeOverview>;
  /**
   * This store's part of a dashboard.
   * @param cuts moments from which on to count; default: where it has to be cut
   */
  part(filter: ReportFilter, cuts?: Cuts): Promise<ReportPart>;
  /** This store's part of an overview. */
  overviewPart(filter: ReportFilter, floorMs?: number | null): Promise<OverviewPart>;
  /** Costs of measured embeds of a filter, and of the time before it. */
  cost(filter: ReportFilter): Promise<Costs>;
  /** This store's part of them. */
  costPart(filter: ReportFilter): Promise<CostPart>;
  /**
   * Figures about who watched what.
   * @param nowMs Unix milliseconds
   */
  audience(filter: ReportFilter, nowMs: number): Promise<Audience>;
  /** This store's part of it. */
  audiencePart(filter: ReportFilter, nowMs: number): Promise<AudiencePart>;
  /** Compares the arms of an experiment. */
  experiment(question: ExperimentQuestion): Promise<ComparedArms>;
  /** This store's part of it. */
  experimentPart(question: ExperimentQuestion): Promise<ArmsPart>;
  /**
   * Rows in the order of their time.
   * @param after the last row that is known; `null`: from the first on
   */
  playbackRows(filter: ReportFilter, after: RowPlace | null, limit: number): Promise<PlaybackRow[]>;
}

/** The counts of a rebuild. */
export interface Rebuilt {
  documents: number;
  playbacks: number;
  /**
   * Documents that stay as they were, because some of their events have left the store, and it is
   * not known where they are.
   */
  kept: number;
}

export interface RebuildWatch {
  /** Gets the part that is done: 0 to 1. */
  onProgress?: (part: number) => void;
  /**
   * Stops after the current step. Documents until then have right playbacks, and sums agree with
   * the playbacks; the next rebuild begins again.
   */
  signal?: AbortSignal;
}

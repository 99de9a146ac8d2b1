import { type Spread, spreadOf } from '../support/spread.ts';
import { type Lane, loggingLanes } from './lanes.ts';
import { type Figures, type Measure, type MeasureId, measures } from './measures.ts';

/** Results of one trial. */
export interface Sample {
  lane: Lane['id'];
  figures: Figures;
}

export interface LoggingReport {
  measuredAt: string;
  browser: string;
  rounds: number;
  /** A smoke test: the figures mean nothing. */
  isQuick: boolean;
  lanes: Pick<Lane, 'id' | 'title' | 'settings'>[];
  rows: ReportRow[];
}

export interface ReportRow {
  measure: Measure;
  /** By lane; missing if not measured. */
  values: Record<string, Spread & { samples: number }>;
  /** Each lane's median divided by ours; missing if ours is 0. */
  ratios: Record<string, number>;
  /** Whether ours meets the goal; `null` without a goal, and in a smoke test. */
  isMet: boolean | null;
}

/** The lane that must meet the goals. */
export const ourLane = 'ours';

interface LoggingRun {
  samples: readonly Sample[];
  rounds: number;
  /** Version of the browser. */
  browser: string;
  isQuick: boolean;
}

export function makeReport(run: LoggingRun): LoggingReport {
  return {
    measuredAt: new Date().toISOString(),
    browser: `Chromium ${run.browser}`,
    rounds: run.rounds,
    isQuick: run.isQuick,
    lanes: loggingLanes.map(({ id, title, settings }) => ({ id, title, settings })),
    rows: measures.map((measure) => makeRow(measure, run)),
  };
}

function makeRow(
  measure: Measure & { id: MeasureId },
  { samples, isQuick }: LoggingRun,
): ReportRow {
  const values: ReportRow['values'] = {};
  for (const { id, kind } of loggingLanes) {
    if (measure.isOursOnly && kind !== 'ours') continue;
    const figures = samples
      .filter(({ lane }) => lane === id)
      .map(({ figures }) => figures[measure.id])
      .filter((value) => value !== undefined);
    if (figures.length > 0) values[id] = { ...spreadOf(figures), samples: figures.length };
  }
  const ours = values[ourLane];
  const ratios: ReportRow['ratios'] = {};
  if (ours !== undefined && ours.median > 0)
    for (const [id, { median }] of Object.entries(values)) ratios[id] = median / ours.median;
  return { measure, values, ratios, isMet: isQuick ? null : isMet(measure, ours) };
}

function isMet({ goal }: Measure, ours: Spread | undefined): boolean | null {
  if (goal === undefined || ours === undefined) return null;
  // If the goal is to lose nothing, it applies to every trial.
  return (goal === 0 ? ours.max : ours.median) <= goal;
}

import type { CostMeasure } from '../../shared/telemetry/cost-report.ts';
import type { ExperimentMeasure } from '../../shared/telemetry/experiment-report.ts';
import { measures as costs } from '../cost/measures.ts';
import { formatCount, formatMs, formatPercent } from '../format.ts';

interface Measure {
  label: string;
  /** One or two sentences. */
  definition: string;
  format(value: number): string;
}

const formatPart = (share: number) => formatPercent(share * 100);

const startTime = (label: string, whose: string): Measure => ({
  label: `Start time, ${label}`,
  definition: `From the request to play to the first frame: ${whose}.`,
  format: formatMs,
});

const threeInFour = (measure: CostMeasure): Measure => ({
  ...costs[measure],
  label: `${costs[measure].label}, p75`,
});

/** All that is compared. A lower value is better in each, except of playbacks. */
export const measures: Record<ExperimentMeasure, Measure> = {
  playbacks: {
    label: 'Playbacks',
    definition:
      'All that began or ended. Fewer than in the control, for the size of the arm, means that pages or their reports do not work.',
    format: formatCount,
  },
  first_frame_p50: startTime('median', 'half of the playbacks are faster'),
  first_frame_p75: startTime('p75', 'three in four playbacks are faster'),
  first_frame_p95: startTime('p95', 'nineteen in twenty playbacks are faster'),
  failures: {
    label: 'Failures',
    definition:
      'Playbacks that failed, before the start or after it. Refusals by a rule, such as for a private video, are no failures.',
    format: formatPart,
  },
  exits_before_start: {
    label: 'Exits before start',
    definition: 'Playbacks that the viewer left before a frame was shown.',
    format: formatPart,
  },
  rebuffering: {
    label: 'Rebuffering',
    definition:
      'Playbacks that waited for data at least once, other than at the start and after a seek.',
    format: formatPart,
  },
  largest_paint_p75: threeInFour('largestPaintMs'),
  interaction_p75: threeInFour('interactionMs'),
  layout_shift_p75: threeInFour('layoutShift'),
  blocking_p75: threeInFour('blockingMs'),
  transferred_p75: threeInFour('transferredBytes'),
};

/** @param value `null` without playbacks or embeds */
export function formatMeasure(measure: ExperimentMeasure, value: number | null): string {
  return value === null ? '–' : measures[measure].format(value);
}

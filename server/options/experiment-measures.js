/**
 * The measures that `--retreat` can watch. This folder imports no TypeScript; a test compares the
 * list with `shared/telemetry/experiment-report.ts`.
 *
 * @type {readonly import('../../shared/telemetry/experiment-report.ts').ExperimentMeasure[]}
 */
export const retreatMeasures = [
  'playbacks',
  'first_frame_p50',
  'first_frame_p75',
  'first_frame_p95',
  'failures',
  'exits_before_start',
  'rebuffering',
  'largest_paint_p75',
  'interaction_p75',
  'layout_shift_p75',
  'blocking_p75',
  'transferred_p75',
];

import * as z from 'zod/mini';

// The server's answer to `GET /telemetry/experiments`: embeds that take part in an experiment,
// compared with others of the same time. Moments are Unix milliseconds.

const name = z.string();
const count = z.number();
const measured = z.nullable(z.number());

/**
 * Measures of playbacks, then those of measured embeds. More of each is worse, except of
 * `playbacks`: pages that do not work report none.
 */
export const playbackMeasures = [
  'playbacks',
  'first_frame_p50',
  'first_frame_p75',
  'first_frame_p95',
  'failures',
  'exits_before_start',
  'rebuffering',
] as const;
export const embedMeasures = [
  'largest_paint_p75',
  'interaction_p75',
  'layout_shift_p75',
  'blocking_p75',
  'transferred_p75',
] as const;
export const experimentMeasures = [...playbackMeasures, ...embedMeasures] as const;
export type ExperimentMeasure = (typeof experimentMeasures)[number];

/** `value` is `null` without playbacks or embeds. */
const armSchema = z.object({ count, value: measured });

/** In percent of the control's value; with 95 % confidence it is between `low` and `high`. */
const changeSchema = z.object({ percent: count, low: count, high: count });
export type ExperimentChange = z.infer<typeof changeSchema>;

const comparisonSchema = z.object({
  measure: z.enum(experimentMeasures),
  control: armSchema,
  treatment: armSchema,
  /** `null` if there is too little to compare. */
  change: z.nullable(changeSchema),
});
export type ExperimentComparison = z.infer<typeof comparisonSchema>;

/** Why an experiment was ended by a limit of `--retreat`. */
export const retreatSchema = z.object({
  measure: z.enum(experimentMeasures),
  /** The change that the limit allows, in percent; a negative one for `playbacks`. */
  limitPercent: count,
  change: changeSchema,
});
export type Retreat = z.infer<typeof retreatSchema>;

const experimentSchema = z.object({
  name,
  /** The embeds that are in the treatment, 0 to 1. */
  share: count,
  /** `flag`; or `build=` with the first characters of the build's hash, `runtime=main`, or both. */
  effect: name,
  /** `stopped`: it has not been ended, but this server does not run it. */
  state: z.enum(['running', 'ended', 'stopped']),
  startedMs: count,
  endedMs: measured,
  retreat: z.nullable(retreatSchema),
  /** Only playbacks from this moment on are compared; `null` if it is all of the time. */
  playbacksFromMs: measured,
  /** The same for measured embeds. */
  embedsFromMs: measured,
  comparisons: z.array(comparisonSchema),
});
export type ShownExperiment = z.infer<typeof experimentSchema>;

export const experimentReportSchema = z.object({
  madeMs: count,
  /** The latest first. */
  experiments: z.array(experimentSchema),
});
export type ExperimentReport = z.infer<typeof experimentReportSchema>;

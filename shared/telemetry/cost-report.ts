import * as z from 'zod/mini';

// The server's answer to `GET /telemetry/cost`: what the player costs viewers. It is made from the
// reports of measured embeds (`field-performance.ts`), one for each embed. Moments are Unix
// milliseconds.

const name = z.string();
const count = z.number();
const measured = z.nullable(z.number());

/** Measures of an embed. Names that end in `Ms` are milliseconds. */
export const costMeasures = [
  'largestPaintMs',
  'interactionMs',
  'layoutShift',
  'createdMs',
  'playToFirstFrameMs',
  'blockingMs',
  'longestTaskMs',
  'ownScriptMs',
  'servicesStartMs',
  'servicesBusyMs',
  'transferredBytes',
  'scriptBytes',
  'requestCount',
] as const;
export type CostMeasure = (typeof costMeasures)[number];

/** The measures by which groups of embeds are compared. */
export const comparedMeasures = [
  'largestPaintMs',
  'interactionMs',
  'layoutShift',
  'playToFirstFrameMs',
  'blockingMs',
  'transferredBytes',
] as const satisfies readonly CostMeasure[];
export type ComparedMeasure = (typeof comparedMeasures)[number];

/** Dimensions by which embeds are compared. */
export const costDimensions = [
  'host',
  'version',
  'runtime',
  'engine',
  'device',
  'connection',
  'cache',
  'experiment',
] as const;
export type CostDimension = (typeof costDimensions)[number];

/** Names each field, which a record would not do in the published schema. */
function objectOf<Name extends string, Value extends z.core.$ZodType>(
  names: readonly Name[],
  value: Value,
) {
  return z.object(Object.fromEntries(names.map((each) => [each, value])) as Record<Name, Value>);
}

/** Nearest rank, so that each is a measured value; `null` without values. */
const percentilesSchema = z.object({ count, p50: measured, p75: measured, p95: measured });
export type CostPercentiles = z.infer<typeof percentilesSchema>;

const figuresSchema = z.object({
  fromMs: count,
  toMs: count,
  /** Measured embeds. */
  reports: count,
  /** All embeds, measured or not: an estimate from the share that is measured. */
  embeds: count,
  /** Only embeds from this moment on are counted; `null` if it is all of the time. */
  countedFromMs: measured,
  measures: objectOf(costMeasures, percentilesSchema),
});
export type CostFigures = z.infer<typeof figuresSchema>;

const groupSchema = z.object({
  /** '' if unknown, or for embeds in no experiment. */
  name,
  reports: count,
  p75: objectOf(comparedMeasures, measured),
});
export type CostGroup = z.infer<typeof groupSchema>;

const scriptSchema = z.object({
  /** A file of the player's; `null` for all other scripts together. */
  script: z.nullable(name),
  /** Measured embeds in whose longest frames it ran. */
  reports: count,
  /** Its time in these frames, in milliseconds. */
  ms: count,
});
export type CostScript = z.infer<typeof scriptSchema>;

export const costReportSchema = z.object({
  madeMs: count,
  present: figuresSchema,
  /** The time before it, of the same length; `null` if the present has no beginning. */
  before: z.nullable(figuresSchema),
  /**
   * Groups of the present. Those with the highest 75th percentile of blocking time come first, then
   * those with too few reports to say.
   */
  groups: objectOf(costDimensions, z.array(groupSchema)),
  /** Names of the arms of experiments that this server knows, by their numbers. */
  armNames: z.record(name, name),
  /** Scripts in the longest frames of the present, those with the most time first. */
  scripts: z.array(scriptSchema),
});
export type CostReport = z.infer<typeof costReportSchema>;

import * as v from 'valibot';
import { pageConfigLimits } from './later-limits.ts';
import { eventNamePattern, logTiers } from './log-event.ts';
import { integerFrom, map, options, text } from './schema.ts';

/** The newest form of a configuration that this program understands. */
export const configurationVersion = 1;

const { flagMaxChars, logTiersCount } = pageConfigLimits;
const tierNames = Object.keys(logTiers) as (keyof typeof logTiers)[];
const eventNameSchema = v.pipe(v.string(), v.regex(eventNamePattern));
const tierSchema = v.picklist(tierNames, `Invalid tier: Expected one of ${tierNames.join(', ')}`);

/** How urgent events are, by their names: it counts before what the page says. */
export const logTiersSchema = v.pipe(
  map(eventNameSchema, tierSchema),
  v.custom<Record<string, (typeof tierNames)[number]>>(
    (tiers) => Object.keys(Object(tiers)).length <= logTiersCount,
    `Invalid length: Expected up to ${logTiersCount}`,
  ),
);

/** What a configuration of `responseContext.globalConfig` says to players. They leave alone what it says besides. */
export const configurationSchema = options({
  version: v.optional(integerFrom(1, configurationVersion)),
  /** Experiment flags; the page's own count before them, flag by flag. */
  flags: v.optional(map(text(flagMaxChars, 1), text(flagMaxChars))),
  logTiers: v.optional(logTiersSchema),
});
export type Configuration = v.InferOutput<typeof configurationSchema>;

import * as z from 'zod/mini';
import { pageConfigLimits } from '../limits/page-config-limits.ts';
import { eventNamePattern, logTiers } from '../telemetry/log-event.ts';
import { integerFrom, map, smallMap, text } from '../tools/schema.ts';

/** The newest configuration version that this program understands. */
export const configurationVersion = 1;

const tierNames = Object.keys(logTiers) as (keyof typeof logTiers)[];
const eventNameSchema = z.string().check(z.regex(eventNamePattern));
const tierSchema = z.enum(tierNames, `Invalid tier: Expected one of ${tierNames.join(', ')}`);

/** Tiers by event name; they take precedence over the page's. */
export const logTiersSchema = smallMap(eventNameSchema, tierSchema, pageConfigLimits.logTiersCount);

/** The player's part of `responseContext.globalConfig`. Players ignore other fields. */
export const configurationSchema = z.object({
  version: z.optional(integerFrom(1, configurationVersion)),
  /** Experiment flags; the page's own flags take precedence, flag by flag. */
  flags: z.optional(
    map(text(pageConfigLimits.flagMaxChars, 1), text(pageConfigLimits.flagMaxChars)),
  ),
  logTiers: z.optional(logTiersSchema),
});
export type Configuration = z.infer<typeof configurationSchema>;

import * as v from 'valibot';
import { apiLimits, pageConfigLimits, probeLimits } from './later-limits.ts';
import { clientContextSchema } from './log-batch.ts';
import { positionSchema } from './position.ts';
import {
  consistencyTokenJarSchema,
  globalConfigHashesSchema,
  locationPlayabilityTokenSchema,
} from './response-context.ts';
import { list, options, text } from './schema.ts';

const signalSchema = text(500);
const flagText = text(pageConfigLimits.flagMaxChars);
const flagSchema = v.object({ key: flagText, value: flagText });

/** `context` of every API call that has a body (specification §7). */
export const requestContextSchema = v.object({
  client: v.object({
    ...clientContextSchema.entries.client.entries,
    /** Only with the call that a video which needs it asks for. */
    location: v.optional(positionSchema),
  }),
  /** Specification §6. */
  user: v.object({ enableSafetyMode: v.boolean(), lockedSafetyMode: v.boolean() }),
  /** What earlier replies gave (`ResponseContext`), and experiment flags. */
  request: options({
    consistencyTokenJars: v.optional(list(consistencyTokenJarSchema, 10)),
    locationPlayabilityToken: v.optional(locationPlayabilityTokenSchema),
    globalConfigHashes: v.optional(globalConfigHashesSchema),
    /** What a bot detection has found out about this browser, as its provider's script says it: JSON. */
    attestationResponseData: v.optional(v.object({ webResponse: text(probeLimits.botAnswerMaxChars, 1) })),
    /** Of the page config: where the page stands, and what its address has opened, as the server signed it. */
    embedPass: v.optional(text(apiLimits.textMaxChars)),
    /** Of the page config. */
    internalExperimentFlags: v.optional(list(flagSchema, pageConfigLimits.flagsCount)),
  }),
  adSignalsInfo: v.object({
    params: list(v.object({ key: signalSchema, value: signalSchema }), 100),
  }),
  clickTracking: options({
    clickTrackingParams: v.optional(text(apiLimits.textMaxChars)),
  }),
});
export type RequestContext = v.InferOutput<typeof requestContextSchema>;

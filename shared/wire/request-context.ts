import * as z from 'zod/mini';
import { apiLimits } from '../limits/api-limits.ts';
import { pageConfigLimits } from '../limits/page-config-limits.ts';
import { probeLimits } from '../limits/probe-limits.ts';
import { settingLimits } from '../limits/setting-limits.ts';
import { clientContextSchema } from '../telemetry/log-batch.ts';
import { list, text } from '../tools/schema.ts';
import { positionSchema } from './position.ts';
import {
  consistencyTokenJarSchema,
  globalConfigHashesSchema,
  locationPlayabilityTokenSchema,
} from './response-context.ts';

const signalSchema = text(settingLimits.adSignalMaxChars);
const flagText = text(pageConfigLimits.flagMaxChars);
const flagSchema = z.object({ key: flagText, value: flagText });

/** `context` of every API call that has a body (specification §7). */
export const requestContextSchema = z.object({
  client: z.object({
    ...clientContextSchema.shape.client.shape,
    /** Only with a call for a video that needs it. */
    location: z.optional(positionSchema),
  }),
  /** Specification §6. */
  user: z.object({ enableSafetyMode: z.boolean(), lockedSafetyMode: z.boolean() }),
  /** Values from earlier replies (`ResponseContext`), and experiment flags. */
  request: z.object({
    consistencyTokenJars: z.optional(list(consistencyTokenJarSchema, settingLimits.tokenJarsCount)),
    locationPlayabilityToken: z.optional(locationPlayabilityTokenSchema),
    globalConfigHashes: z.optional(globalConfigHashesSchema),
    /** The bot detection's result about this browser, from the provider's script: JSON. */
    attestationResponseData: z.optional(
      z.object({ webResponse: text(probeLimits.botAnswerMaxChars, 1) }),
    ),
    /**
     * From the page config: the embedding page, and the video that this page may play, signed by
     * the server.
     */
    embedPass: z.optional(text(apiLimits.textMaxChars)),
    /** From the page config. */
    internalExperimentFlags: z.optional(list(flagSchema, pageConfigLimits.flagsCount)),
  }),
  adSignalsInfo: z.object({
    params: list(
      z.object({ key: signalSchema, value: signalSchema }),
      settingLimits.adSignalsCount,
    ),
  }),
  clickTracking: z.object({
    clickTrackingParams: z.optional(text(apiLimits.textMaxChars)),
  }),
});
export type RequestContext = z.infer<typeof requestContextSchema>;

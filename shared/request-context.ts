import { apiLimits } from './later-limits.ts';
import { clientContextSchema } from './log-batch.ts';
import {
  consistencyTokenJarSchema,
  globalConfigHashesSchema,
  locationPlayabilityTokenSchema,
} from './response-context.ts';
import { z } from './zod.ts';

const signalSchema = z.string().check(z.maxLength(500));

/** `context` of every API call that has a body (specification §7). */
export const requestContextSchema = z.object({
  client: clientContextSchema.shape.client,
  /** Specification §6. */
  user: z.object({ enableSafetyMode: z.boolean(), lockedSafetyMode: z.boolean() }),
  /** What earlier replies gave (`ResponseContext`). */
  request: z.object({
    consistencyTokenJars: z.optional(z.array(consistencyTokenJarSchema).check(z.maxLength(10))),
    locationPlayabilityToken: z.optional(locationPlayabilityTokenSchema),
    globalConfigHashes: z.optional(globalConfigHashesSchema),
  }),
  adSignalsInfo: z.object({
    params: z.array(z.object({ key: signalSchema, value: signalSchema })).check(z.maxLength(100)),
  }),
  clickTracking: z.object({
    clickTrackingParams: z.optional(z.string().check(z.maxLength(apiLimits.textMaxChars))),
  }),
});
export type RequestContext = z.infer<typeof requestContextSchema>;

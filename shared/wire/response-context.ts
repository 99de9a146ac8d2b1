import * as z from 'zod/mini';
import { apiLimits } from '../limits/api-limits.ts';
import { anything, number, numberFrom, text } from '../tools/schema.ts';
import type { GlobalConfigName } from './global-config-names.ts';

/**
 * `responseContext`, which any reply of the API may carry (specification §7): values that the
 * client stores and sends with its next calls. Each part is checked by itself, so that a malformed
 * one does not cost the others.
 */

const tokenSchema = text(apiLimits.textMaxChars, 1);

/** Specification §3, "Consistency token jar". It expires `expirationSeconds` after its reply. */
export const consistencyTokenJarSchema = z.object({
  encryptedTokenJarContents: tokenSchema,
  expirationSeconds: numberFrom(Number.MIN_VALUE),
});
type ConsistencyTokenJar = z.infer<typeof consistencyTokenJarSchema>;

export const locationPlayabilityTokenSchema = tokenSchema;

const hashSchema = z.string().check(z.regex(/^[\w+/=.-]{1,200}$/));

export const globalConfigSchema = z.object({
  hashData: hashSchema,
  /** Any JSON. Missing if the client has sent this hash, and so has the configuration. */
  config: z.optional(anything),
});

/**
 * Specification §3, "cached configuration entry". `timestamp`: arrival in Unix milliseconds on the
 * viewer's clock.
 */
export const cachedConfigSchema = z.object({
  config: anything,
  hashData: hashSchema,
  timestamp: number,
});

export const globalConfigHashesSchema = z.object({
  cold: z.optional(hashSchema),
  hot: z.optional(hashSchema),
});

/** As sent by a server. */
export interface ResponseContext {
  consistencyTokenJar?: ConsistencyTokenJar;
  locationPlayabilityToken?: string;
  globalConfig?: Partial<Record<GlobalConfigName, z.infer<typeof globalConfigSchema>>>;
}

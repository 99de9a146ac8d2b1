import * as v from 'valibot';
import { apiLimits } from './later-limits.ts';
import { anything, number, numberFrom, text } from './schema.ts';

/**
 * `responseContext`, which any reply of the API may carry (specification §7): what the client keeps and sends back with its next
 * calls. Each part is checked by itself, so that one that is malformed never costs the others.
 */

const tokenSchema = text(apiLimits.textMaxChars, 1);

/** Specification §3, "Consistency token jar". It stops counting `expirationSeconds` after its reply. */
export const consistencyTokenJarSchema = v.object({
  encryptedTokenJarContents: tokenSchema,
  expirationSeconds: numberFrom(Number.MIN_VALUE),
});
type ConsistencyTokenJar = v.InferOutput<typeof consistencyTokenJarSchema>;

export const locationPlayabilityTokenSchema = tokenSchema;

const hashSchema = v.pipe(v.string(), v.regex(/^[\w+/=.-]{1,200}$/));

/** Configurations of the provider: `cold` changes with its releases, `hot` at any time. */
export const globalConfigNames = ['cold', 'hot'] as const;
type GlobalConfigName = (typeof globalConfigNames)[number];

export const globalConfigSchema = v.object({
  hashData: hashSchema,
  /** Any JSON. Missing if the client has sent this hash: it has it. */
  config: v.optional(anything),
});

/** Specification §3, "cached configuration entry". `timestamp` is when it came, in Unix milliseconds on the viewer's clock. */
export const cachedConfigSchema = v.object({
  config: anything,
  hashData: hashSchema,
  timestamp: number,
});

export const globalConfigHashesSchema = v.object({
  cold: v.optional(hashSchema),
  hot: v.optional(hashSchema),
});

/** As a server answers it. */
export interface ResponseContext {
  consistencyTokenJar?: ConsistencyTokenJar;
  locationPlayabilityToken?: string;
  globalConfig?: Partial<Record<GlobalConfigName, v.InferOutput<typeof globalConfigSchema>>>;
}

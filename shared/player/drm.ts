import * as z from 'zod/mini';
import { list, map, text } from '../tools/schema.ts';

/**
 * How encrypted media gets its keys from one key system. URLs are relative to the embed's origin,
 * or absolute.
 */
const drmSchema = z.object({
  keySystem: z.enum([
    'org.w3.clearkey',
    'com.widevine.alpha',
    'com.microsoft.playready',
    'com.apple.fps',
  ]),
  licenseUrl: text(2_000, 1),
  /** Sent with each request to `licenseUrl`: `{ "X-Token": "…" }`. */
  headers: z.optional(map(text(100, 1), text(4_000))),
  /** Required for FairPlay, optional for Widevine. */
  certificateUrl: z.optional(text(2_000, 1)),
});
export type DrmInfo = z.infer<typeof drmSchema>;

/** In order of preference: the player uses the first that the browser supports. */
export const drmListSchema = list(drmSchema, 10);

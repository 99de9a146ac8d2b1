import * as z from 'zod/mini';
import { videoLimits } from '../limits/video-limits.ts';
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
  licenseUrl: text(videoLimits.urlMaxChars, 1),
  /** Sent with each request to `licenseUrl`: `{ "X-Token": "…" }`. */
  headers: z.optional(
    map(text(videoLimits.headerNameMaxChars, 1), text(videoLimits.headerMaxChars)),
  ),
  /** Required for FairPlay, optional for Widevine. */
  certificateUrl: z.optional(text(videoLimits.urlMaxChars, 1)),
});
export type DrmInfo = z.infer<typeof drmSchema>;

/** In order of preference: the player uses the first that the browser supports. */
export const drmListSchema = list(drmSchema, videoLimits.keySystemsCount);

import * as v from 'valibot';
import { list, map, text } from './schema.ts';

/** How encrypted media gets its keys from one key system. URLs are relative to the embed's origin or absolute. */
const drmSchema = v.object({
  keySystem: v.picklist([
    'org.w3.clearkey',
    'com.widevine.alpha',
    'com.microsoft.playready',
    'com.apple.fps',
  ]),
  licenseUrl: text(2_000, 1),
  /** Sent with each request to `licenseUrl`: `{ "X-Token": "…" }`. */
  headers: v.optional(map(text(100, 1), text(4_000))),
  /** FairPlay cannot do without; Widevine may use one. */
  certificateUrl: v.optional(text(2_000, 1)),
});
export type DrmInfo = v.InferOutput<typeof drmSchema>;

/** In order of preference: the player takes the first that the browser has. */
export const drmListSchema = list(drmSchema, 10);

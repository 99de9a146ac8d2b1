import * as z from 'zod/mini';
import { apiLimits } from '../limits/api-limits.ts';
import { videoLimits } from '../limits/video-limits.ts';
import { amount, anyObject, anything, list, type Schema, text } from '../tools/schema.ts';
import { videoIdPattern } from './video-id.ts';

/**
 * Parts of the `player` reply that only some panels show. Each panel checks its part, so that a
 * malformed one affects nothing else. The page's first script does not carry their schemas.
 */

const webUrl = text(videoLimits.urlMaxChars, 1).check(
  z.regex(/^(https?:\/\/|\/)/, 'Invalid address: Expected http, https or a path'),
);
const videoId = z.string().check(z.regex(videoIdPattern));

/** `videoDetails.channel`. */
export const channelSchema = z.object({
  id: z.string().check(z.regex(/^[\w.:@-]{1,200}$/)),
  name: text(videoLimits.authorMaxChars, 1),
  /** The channel's own page. */
  url: z.optional(webUrl),
  avatarUrl: z.optional(webUrl),
});

/** `viewer`: the viewer's relation to the video and its channel. */
export const viewerSchema = z.object({
  isSignedIn: z.boolean(),
  isSubscribed: z.optional(z.boolean()),
  /** Whether the viewer is notified of the channel's new videos. */
  bell: z.optional(z.boolean()),
  isInWatchLater: z.optional(z.boolean()),
});

/** A control's command: its fields and its metadata (specification §7). The services check both. */
export const commandSchema = z.object({
  fields: anyObject,
  apiUrl: z.optional(text(apiLimits.textMaxChars)),
  clickTrackingParams: z.optional(text(apiLimits.textMaxChars)),
});

/** `related`: other videos, best first. */
export const relatedSchema = list(
  z.object({
    videoId,
    title: text(videoLimits.titleMaxChars),
    author: text(videoLimits.authorMaxChars),
    /** 0 if live or unknown. */
    lengthSeconds: amount,
    posterUrl: z.nullable(text(videoLimits.urlMaxChars, 1)),
    /** A `Command`, checked by the code that sends it. */
    notInterested: z.optional(anything),
  }),
  videoLimits.relatedCount,
);

/** @returns `null` if missing or malformed */
export function readExtra<T>(schema: Schema<T>, value: unknown): T | null {
  const parsed = z.safeParse(schema, value);
  return parsed.success ? parsed.data : null;
}

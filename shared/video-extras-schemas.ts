import * as z from 'zod/mini';
import { apiLimits } from './later-limits.ts';
import { amount, anyObject, anything, list, type Schema, text } from './schema.ts';
import { videoIdPattern } from './video-id.ts';

/**
 * Parts of the `player` interface's reply that only some panels show. Each is checked by itself where it is shown, so that one which is
 * malformed costs nothing else, and the page's first script does not carry their schemas.
 */

const webUrl = text(2_000, 1).check(
  z.regex(/^(https?:\/\/|\/)/, 'Invalid address: Expected http, https or a path'),
);
const videoId = z.string().check(z.regex(videoIdPattern));

/** `videoDetails.channel`. */
export const channelSchema = z.object({
  id: z.string().check(z.regex(/^[\w.:@-]{1,200}$/)),
  name: text(500, 1),
  /** Of the channel's own page. */
  url: z.optional(webUrl),
  avatarUrl: z.optional(webUrl),
});

/** `viewer`: what the viewer has to do with the video and its channel. */
export const viewerSchema = z.object({
  isSignedIn: z.boolean(),
  isSubscribed: z.optional(z.boolean()),
  /** Whether new videos of the channel are told of. */
  bell: z.optional(z.boolean()),
  isInWatchLater: z.optional(z.boolean()),
});

/** What a control sends, and how: the command's fields and its metadata (specification §7). The services check both. */
export const commandSchema = z.object({
  fields: anyObject,
  apiUrl: z.optional(text(apiLimits.textMaxChars)),
  clickTrackingParams: z.optional(text(apiLimits.textMaxChars)),
});

/** `related`: other videos, the best first. */
export const relatedSchema = list(
  z.object({
    videoId,
    title: text(5_000),
    author: text(500),
    /** 0 when live or not known. */
    lengthSeconds: amount,
    posterUrl: z.nullable(text(2_000, 1)),
    /** A `Command`, checked by who sends it. */
    notInterested: z.optional(anything),
  }),
  50,
);

/** @returns `null` for what is missing or malformed */
export function readExtra<T>(schema: Schema<T>, value: unknown): T | null {
  const parsed = z.safeParse(schema, value);
  return parsed.success ? parsed.data : null;
}

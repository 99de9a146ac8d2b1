import * as v from 'valibot';
import type { ApiCommand } from './api-calls.ts';
import { apiLimits } from './later-limits.ts';
import { amount, anyObject, anything, list, text } from './schema.ts';
import { videoIdPattern } from './video-id.ts';

/**
 * Parts of the `player` interface's reply that only some panels show. Each is checked by itself where it is shown, so that one which is
 * malformed costs nothing else, and the page's first script does not carry their schemas.
 */

const webUrl = v.pipe(
  text(2_000, 1),
  v.regex(/^(https?:\/\/|\/)/, 'Invalid address: Expected http, https or a path'),
);
const videoId = v.pipe(v.string(), v.regex(videoIdPattern));

/** `videoDetails.channel`. */
export const channelSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w.:@-]{1,200}$/)),
  name: text(500, 1),
  /** Of the channel's own page. */
  url: v.optional(webUrl),
  avatarUrl: v.optional(webUrl),
});
export type Channel = v.InferOutput<typeof channelSchema>;

/** `viewer`: what the viewer has to do with the video and its channel. */
export const viewerSchema = v.object({
  isSignedIn: v.boolean(),
  isSubscribed: v.optional(v.boolean()),
  /** Whether new videos of the channel are told of. */
  bell: v.optional(v.boolean()),
  isInWatchLater: v.optional(v.boolean()),
});
export type Viewer = v.InferOutput<typeof viewerSchema>;

/** The API's command that each control of the player sends. */
export const commandOfControl = {
  subscribe: 'subscribe',
  unsubscribe: 'unsubscribe',
  bellOn: 'modifyNotificationPreference',
  bellOff: 'modifyNotificationPreference',
  addToWatchLater: 'editPlaylist',
  removeFromWatchLater: 'editPlaylist',
  share: 'getWebPlayerSharePanel',
  reportProblem: 'feedback',
  notInterested: 'feedback',
} as const satisfies Record<string, ApiCommand>;
export type ControlName = keyof typeof commandOfControl;

/** What a control sends, and how: the command's fields and its metadata (specification §7). The services check both. */
export const commandSchema = v.object({
  fields: anyObject,
  apiUrl: v.optional(text(apiLimits.textMaxChars)),
  clickTrackingParams: v.optional(text(apiLimits.textMaxChars)),
});
export type Command = v.InferOutput<typeof commandSchema>;

/** `commands` of the reply, by control. Of a control that is not named the player sends what it knows itself. */
export type Commands = Partial<Record<ControlName, Command>>;

/** `related`: other videos, the best first. */
export const relatedSchema = list(
  v.object({
    videoId,
    title: text(5_000),
    author: text(500),
    /** 0 when live or not known. */
    lengthSeconds: amount,
    posterUrl: v.nullable(text(2_000, 1)),
    /** A `Command`, checked by who sends it. */
    notInterested: v.optional(anything),
  }),
  50,
);
export type RelatedVideo = v.InferOutput<typeof relatedSchema>[number];

/** Id of the list of each viewer that has what they want to watch later. */
export const watchLaterListId = 'WL';

/** @returns `null` for what is missing or malformed */
export function readExtra<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T | null {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : null;
}

import * as z from 'zod/mini';
import { apiLimits } from '../limits/api-limits.ts';
import { videoLimits } from '../limits/video-limits.ts';
import { videoIdPattern } from '../player/video-id.ts';
import { list, text } from '../tools/schema.ts';

/**
 * The commands of the API (specification §7), with exactly its fields. The shapes of their replies,
 * and of what the specification does not show, are ours. The player's own interfaces, `player` and
 * `playlist`, are in `player-response.ts`.
 */

const textSchema = text(apiLimits.textMaxChars);
const idSchema = z.string().check(z.regex(/^[\w.:@-]{1,200}$/));
const videoIdSchema = z.string().check(z.regex(videoIdPattern, 'no video id'));
const urlSchema = text(videoLimits.urlMaxChars).check(z.regex(/^https?:\/\//));

function listOf<const T extends z.core.$ZodType>(schema: T) {
  return list(schema, apiLimits.listMaxCount, 1);
}

const channelsSchema = z.object({
  channelIds: listOf(idSchema),
  siloName: z.optional(textSchema),
  params: z.optional(textSchema),
});
/** The viewer's current subscriptions, newest first. */
const subscriptionsSchema = z.object({ channelIds: z.array(idSchema) });

const addSchema = z.object({ action: z.literal('ACTION_ADD_VIDEO'), addedVideoId: videoIdSchema });
const removeSchema = z.object({
  action: z.literal('ACTION_REMOVE_VIDEO_BY_VIDEO_ID'),
  removedVideoId: videoIdSchema,
});
export const playlistActionSchema = z.discriminatedUnion('action', [addSchema, removeSchema]);

const sharedEntitySchema = z.object({
  /** A query string: `v=VIDEO_ID`, with `&list=PLAYLIST_ID` if it is watched in a playlist. */
  serializedSharedEntity: text(apiLimits.textMaxChars, 1),
  clientParams: z.optional(textSchema),
  /** Whether the links also include the playlist. */
  includeListId: z.optional(z.boolean()),
});
export const sharePanelSchema = z.object({
  title: text(videoLimits.titleMaxChars),
  /** The video's own page, absolute. */
  url: urlSchema,
  /** For an `<iframe>`, absolute. */
  embedUrl: urlSchema,
  /** HTML to paste. */
  embedCode: text(videoLimits.embedCodeMaxChars),
});

export const feedbackResponseSchema = z.object({
  isProcessed: z.boolean(),
  /**
   * Why it was not processed: the server does not know the token, the token is too old, or this
   * viewer has already sent it.
   */
  reason: z.optional(z.enum(['UNKNOWN_TOKEN', 'EXPIRED_TOKEN', 'GIVEN_BEFORE'])),
  /** Undoes the feedback. */
  undoToken: z.optional(text(apiLimits.textMaxChars, 1)),
});

export const apiCallSchemas = {
  subscribe: {
    fields: channelsSchema,
    reply: subscriptionsSchema,
  },
  unsubscribe: {
    fields: channelsSchema,
    reply: subscriptionsSchema,
  },
  feedback: {
    fields: z.object({
      feedbackTokens: listOf(text(apiLimits.textMaxChars, 1)),
      /** The playback that the feedback is about. */
      feedbackContext: z.optional(z.object({ cpn: idSchema })),
      isFeedbackTokenUnencrypted: z.optional(z.boolean()),
      /** Whether a token that this viewer has already sent counts once. */
      shouldMerge: z.optional(z.boolean()),
    }),
    /** One response a token. */
    reply: z.object({ feedbackResponses: z.array(feedbackResponseSchema) }),
  },
  modifyNotificationPreference: {
    fields: z.object({
      params: text(apiLimits.textMaxChars, 1),
      secondaryParams: z.optional(textSchema),
    }),
    reply: z.object({ params: textSchema, secondaryParams: textSchema }),
  },
  editPlaylist: {
    fields: z.object({
      actions: listOf(playlistActionSchema),
      params: z.optional(textSchema),
      playlistId: idSchema,
    }),
    /** The playlist as this viewer sees it now. */
    reply: z.object({ playlistId: idSchema, videoIds: z.array(videoIdSchema) }),
  },
  getSharePanel: {
    fields: sharedEntitySchema,
    reply: sharePanelSchema,
  },
  getWebPlayerSharePanel: {
    fields: sharedEntitySchema,
    reply: sharePanelSchema,
  },
  getDatasyncIds: {
    fields: z.object({}),
    reply: z.object({ datasyncIds: z.array(text(videoLimits.datasyncIdMaxChars)) }),
  },
} as const;

/** `ApiCallOptions`. */
export const apiCallOptionsSchema = z.object({
  apiUrl: z.optional(text(apiLimits.textMaxChars)),
  clickTrackingParams: z.optional(text(apiLimits.textMaxChars)),
});

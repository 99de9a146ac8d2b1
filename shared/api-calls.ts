import * as v from 'valibot';
import { apiLimits } from './later-limits.ts';
import { err, ok, type Result } from './result.ts';
import type { ApiFailureCode } from './rpc.ts';
import { firstIssue, list, text } from './schema.ts';
import { videoIdPattern } from './video-id.ts';

/**
 * The commands of the API (specification §7) with exactly its fields; the shapes of their replies, and of what it does not show,
 * are ours. The player's own interfaces, `player` and `playlist`, stand in `player-response.ts`.
 */

const textSchema = text(apiLimits.textMaxChars);
const idSchema = v.pipe(v.string(), v.regex(/^[\w.:@-]{1,200}$/));
const videoIdSchema = v.pipe(v.string(), v.regex(videoIdPattern, 'no video id'));
const urlSchema = v.pipe(text(2_000), v.regex(/^https?:\/\//));

function listOf<const T extends v.GenericSchema>(schema: T) {
  return list(schema, apiLimits.listMaxCount, 1);
}

const channelsSchema = v.object({
  channelIds: listOf(idSchema),
  siloName: v.optional(textSchema),
  params: v.optional(textSchema),
});
/** The channels that the viewer is subscribed to now, the newest first. */
const subscriptionsSchema = v.object({ channelIds: v.array(idSchema) });

const addSchema = v.object({ action: v.picklist(['ACTION_ADD_VIDEO']), addedVideoId: videoIdSchema });
const removeSchema = v.object({
  action: v.picklist(['ACTION_REMOVE_VIDEO_BY_VIDEO_ID']),
  removedVideoId: videoIdSchema,
});
const playlistActionSchema = v.lazy((action) =>
  Object(action).action === 'ACTION_ADD_VIDEO' ? addSchema : removeSchema,
);
export type PlaylistAction = v.InferOutput<typeof playlistActionSchema>;

const sharedEntitySchema = v.object({
  /** As a query string: `v=VIDEO_ID`, with `&list=PLAYLIST_ID` if it is watched in one. */
  serializedSharedEntity: text(apiLimits.textMaxChars, 1),
  clientParams: v.optional(textSchema),
  /** Whether the links lead into the playlist too. */
  includeListId: v.optional(v.boolean()),
});
const sharePanelSchema = v.object({
  title: text(5_000),
  /** Of the video's own page, absolute. */
  url: urlSchema,
  /** For an `<iframe>`, absolute. */
  embedUrl: urlSchema,
  /** HTML to paste. */
  embedCode: text(10_000),
});
export type SharePanel = v.InferOutput<typeof sharePanelSchema>;

const feedbackResponseSchema = v.object({
  isProcessed: v.boolean(),
  /** Why it was not: the server does not know the token, the token is too old, or this viewer has given it before. */
  reason: v.optional(v.picklist(['UNKNOWN_TOKEN', 'EXPIRED_TOKEN', 'GIVEN_BEFORE'])),
  /** Takes it back. */
  undoToken: v.optional(text(apiLimits.textMaxChars, 1)),
});
export type FeedbackResponse = v.InferOutput<typeof feedbackResponseSchema>;

export const apiCalls = {
  subscribe: {
    method: 'POST',
    path: 'subscription/subscribe',
    fields: channelsSchema,
    reply: subscriptionsSchema,
  },
  unsubscribe: {
    method: 'POST',
    path: 'subscription/unsubscribe',
    fields: channelsSchema,
    reply: subscriptionsSchema,
  },
  feedback: {
    method: 'POST',
    path: 'feedback',
    fields: v.object({
      feedbackTokens: listOf(text(apiLimits.textMaxChars, 1)),
      /** The playback that it is about. */
      feedbackContext: v.optional(v.object({ cpn: idSchema })),
      isFeedbackTokenUnencrypted: v.optional(v.boolean()),
      /** A token that this viewer has given before counts once. */
      shouldMerge: v.optional(v.boolean()),
    }),
    /** For each token. */
    reply: v.object({ feedbackResponses: v.array(feedbackResponseSchema) }),
  },
  modifyNotificationPreference: {
    method: 'POST',
    path: 'notification/modify_channel_preference',
    fields: v.object({
      params: text(apiLimits.textMaxChars, 1),
      secondaryParams: v.optional(textSchema),
    }),
    reply: v.object({ params: textSchema, secondaryParams: textSchema }),
  },
  editPlaylist: {
    method: 'POST',
    path: 'browse/edit_playlist',
    fields: v.object({
      actions: listOf(playlistActionSchema),
      params: v.optional(textSchema),
      playlistId: idSchema,
    }),
    /** The playlist as it is for this viewer now. */
    reply: v.object({ playlistId: idSchema, videoIds: v.array(videoIdSchema) }),
  },
  getSharePanel: {
    method: 'POST',
    path: 'share/get_share_panel',
    fields: sharedEntitySchema,
    reply: sharePanelSchema,
  },
  getWebPlayerSharePanel: {
    method: 'POST',
    path: 'share/get_web_player_share_panel',
    fields: sharedEntitySchema,
    reply: sharePanelSchema,
  },
  getDatasyncIds: {
    method: 'GET',
    path: '/getDatasyncIdsEndpoint',
    fields: v.object({}),
    reply: v.object({ datasyncIds: v.array(text(200)) }),
  },
} as const;

export type ApiCommand = keyof typeof apiCalls;
export type ApiFields<Command extends ApiCommand> = v.InferOutput<(typeof apiCalls)[Command]['fields']>;
export type ApiReply<Command extends ApiCommand> = v.InferOutput<(typeof apiCalls)[Command]['reply']>;

/** @returns the fields of a command as they may be sent, or the first thing wrong with them: what has no name in it is wrong too */
export function readApiFields<Command extends ApiCommand>(
  command: Command,
  given: unknown,
): Result<ApiFields<Command>, 'BAD_FIELDS'> {
  const schema = apiCalls[command].fields;
  const parsed = v.safeParse(schema, given, { abortEarly: true });
  if (!parsed.success) return err('BAD_FIELDS', firstIssue(parsed.issues));
  const unknownName = Object.keys(Object(given)).find((name) => !Object.hasOwn(schema.entries, name));
  if (unknownName !== undefined) return err('BAD_FIELDS', `there is no field "${unknownName.slice(0, 100)}"`);
  return ok(parsed.output as ApiFields<Command>);
}

/** What a command's own metadata says of its call. */
export interface ApiCallOptions {
  /** Path of the call on the embed's origin, instead of the command's own: `/youtubei/…`. */
  apiUrl?: string;
  /** Which of the page's elements led to it. */
  clickTrackingParams?: string;
}

/** Calls the API from the services. Rejects only where `fields` are no data: with a DataCloneError. */
export type CallApi<MoreFailures extends string = never> = <Command extends ApiCommand>(
  command: Command,
  fields: ApiFields<Command>,
  options?: ApiCallOptions,
) => Promise<Result<ApiReply<Command>, ApiFailureCode | MoreFailures>>;

import { apiLimits } from './later-limits.ts';
import { err, ok, type Result } from './result.ts';
import type { ApiFailureCode } from './rpc.ts';
import { isVideoId } from './video-id.ts';
import { firstIssue, z } from './zod.ts';

/**
 * The commands of the API (specification §7) with exactly its fields; the shapes of their replies, and of what it does not show,
 * are ours. The player's own interfaces, `player` and `playlist`, stand in `player-response.ts`.
 */

const textSchema = z.string().check(z.maxLength(apiLimits.textMaxChars));
const idSchema = z.string().check(z.regex(/^[\w.:@-]{1,200}$/));
const videoIdSchema = z
  .string()
  .check(z.refine(isVideoId, 'a video id has 11 characters of A-Z a-z 0-9 _ -'));
const urlSchema = z.string().check(z.regex(/^https?:\/\//), z.maxLength(2_000));

function listOf<T extends z.ZodMiniType>(schema: T) {
  return z.array(schema).check(z.minLength(1), z.maxLength(apiLimits.listMaxCount));
}

const channelsSchema = z.object({
  channelIds: listOf(idSchema),
  siloName: z.optional(textSchema),
  params: z.optional(textSchema),
});
/** The channels that the viewer is subscribed to now, the newest first. */
const subscriptionsSchema = z.object({ channelIds: z.array(idSchema) });

const playlistActionSchema = z.union([
  z.object({ action: z.enum(['ACTION_ADD_VIDEO']), addedVideoId: videoIdSchema }),
  z.object({ action: z.enum(['ACTION_REMOVE_VIDEO_BY_VIDEO_ID']), removedVideoId: videoIdSchema }),
]);
export type PlaylistAction = z.infer<typeof playlistActionSchema>;

const sharedEntitySchema = z.object({
  /** As a query string: `v=VIDEO_ID`, with `&list=PLAYLIST_ID` if it is watched in one. */
  serializedSharedEntity: z.string().check(z.minLength(1), z.maxLength(apiLimits.textMaxChars)),
  clientParams: z.optional(textSchema),
  /** Whether the links lead into the playlist too. */
  includeListId: z.optional(z.boolean()),
});
const sharePanelSchema = z.object({
  title: z.string().check(z.maxLength(5_000)),
  /** Of the video's own page, absolute. */
  url: urlSchema,
  /** For an `<iframe>`, absolute. */
  embedUrl: urlSchema,
  /** HTML to paste. */
  embedCode: z.string().check(z.maxLength(10_000)),
});
export type SharePanel = z.infer<typeof sharePanelSchema>;

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
    fields: z.object({
      feedbackTokens: listOf(z.string().check(z.minLength(1), z.maxLength(apiLimits.textMaxChars))),
      /** The playback that it is about. */
      feedbackContext: z.optional(z.object({ cpn: idSchema })),
      isFeedbackTokenUnencrypted: z.optional(z.boolean()),
      /** A token that this viewer has given before counts once. */
      shouldMerge: z.optional(z.boolean()),
    }),
    reply: z.object({ feedbackResponses: z.array(z.object({ isProcessed: z.boolean() })) }),
  },
  modifyNotificationPreference: {
    method: 'POST',
    path: 'notification/modify_channel_preference',
    fields: z.object({
      params: z.string().check(z.minLength(1), z.maxLength(apiLimits.textMaxChars)),
      secondaryParams: z.optional(textSchema),
    }),
    reply: z.object({ params: textSchema, secondaryParams: textSchema }),
  },
  editPlaylist: {
    method: 'POST',
    path: 'browse/edit_playlist',
    fields: z.object({
      actions: listOf(playlistActionSchema),
      params: z.optional(textSchema),
      playlistId: idSchema,
    }),
    /** The playlist as it is for this viewer now. */
    reply: z.object({ playlistId: idSchema, videoIds: z.array(videoIdSchema) }),
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
    fields: z.object({}),
    reply: z.object({ datasyncIds: z.array(z.string().check(z.maxLength(200))) }),
  },
} as const;

export type ApiCommand = keyof typeof apiCalls;
export type ApiFields<Command extends ApiCommand> = z.infer<(typeof apiCalls)[Command]['fields']>;
export type ApiReply<Command extends ApiCommand> = z.infer<(typeof apiCalls)[Command]['reply']>;

/** @returns the fields of a command as they may be sent, or the first thing wrong with them: what has no name in it is wrong too */
export function readApiFields<Command extends ApiCommand>(
  command: Command,
  given: unknown,
): Result<ApiFields<Command>, 'BAD_FIELDS'> {
  const schema = apiCalls[command].fields;
  const parsed = schema.safeParse(given);
  if (!parsed.success) return err('BAD_FIELDS', firstIssue(parsed.error));
  const unknownName = Object.keys(Object(given)).find((name) => !Object.hasOwn(schema.shape, name));
  if (unknownName !== undefined) return err('BAD_FIELDS', `there is no field "${unknownName.slice(0, 100)}"`);
  return ok(parsed.data as ApiFields<Command>);
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

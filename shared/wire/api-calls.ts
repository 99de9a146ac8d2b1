import type * as z from 'zod/mini';
import type { Result } from '../tools/result.ts';
import type { ApiFailureCode } from './api-failure-code.ts';
import type {
  apiCallSchemas,
  feedbackResponseSchema,
  playlistActionSchema,
  sharePanelSchema,
} from './api-schemas.ts';

export type PlaylistAction = z.infer<typeof playlistActionSchema>;
export type SharePanel = z.infer<typeof sharePanelSchema>;
export type FeedbackResponse = z.infer<typeof feedbackResponseSchema>;

/**
 * The commands of the API (specification §7), each with its path below `/youtubei/v1/`.
 * `api-schemas.ts` has their fields and replies.
 */
export const apiCalls = {
  subscribe: { method: 'POST', path: 'subscription/subscribe' },
  unsubscribe: { method: 'POST', path: 'subscription/unsubscribe' },
  feedback: { method: 'POST', path: 'feedback' },
  modifyNotificationPreference: { method: 'POST', path: 'notification/modify_channel_preference' },
  editPlaylist: { method: 'POST', path: 'browse/edit_playlist' },
  getSharePanel: { method: 'POST', path: 'share/get_share_panel' },
  getWebPlayerSharePanel: { method: 'POST', path: 'share/get_web_player_share_panel' },
  getDatasyncIds: { method: 'GET', path: '/getDatasyncIdsEndpoint' },
} as const;

export type ApiCommand = keyof typeof apiCalls;
export type ApiFields<Command extends ApiCommand> = z.infer<
  (typeof apiCallSchemas)[Command]['fields']
>;
export type ApiReply<Command extends ApiCommand> = z.infer<
  (typeof apiCallSchemas)[Command]['reply']
>;

/** Call options from a command's own metadata. */
export interface ApiCallOptions {
  /** Path of the call on the embed's origin, instead of the command's own: `/youtubei/…`. */
  apiUrl?: string;
  /** Identifies the page element that led to the call. */
  clickTrackingParams?: string;
}

/**
 * Calls the API through the services. Rejects only where `fields` cannot be cloned: with a
 * DataCloneError.
 */
export type CallApi<MoreFailures extends string = never> = <Command extends ApiCommand>(
  command: Command,
  fields: ApiFields<Command>,
  options?: ApiCallOptions,
) => Promise<Result<ApiReply<Command>, ApiFailureCode | MoreFailures>>;

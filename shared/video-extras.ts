import type * as z from 'zod/mini';
import type { ApiCommand } from './api-calls.ts';
import type {
  channelSchema,
  commandSchema,
  relatedSchema,
  viewerSchema,
} from './video-extras-schemas.ts';

export type Channel = z.infer<typeof channelSchema>;
export type Viewer = z.infer<typeof viewerSchema>;
export type Command = z.infer<typeof commandSchema>;
export type RelatedVideo = z.infer<typeof relatedSchema>[number];

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

/** `commands` of the reply, by control. Of a control that is not named the player sends what it knows itself. */
export type Commands = Partial<Record<ControlName, Command>>;

/** Id of the list of each viewer that has what they want to watch later. */
export const watchLaterListId = 'WL';

import type * as z from 'zod/mini';
import type { ApiCommand } from '../wire/api-calls.ts';
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

/** The API command that each control of the player sends. */
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

/** `commands` of the reply, by control. For a missing control the player sends its own command. */
export type Commands = Partial<Record<ControlName, Command>>;

/** Id of each viewer's watch-later list. */
export const watchLaterListId = 'WL';

import type { ApiFields, PlaylistAction } from '../../shared/api-calls.ts';
import type { Result } from '../../shared/result.ts';
import type { Viewer } from '../../shared/video-extras.ts';
import type { StoreProblem } from './store-driver.ts';

/**
 * What viewers have done by way of the API. A viewer is a name that the provider gave (`X-Visitor-Id`), or '' for all who have none.
 * Resolves after the commit; with a `StoreProblem` nothing has changed.
 */
export interface ViewerStore {
  /** @returns the viewer's subscriptions afterwards, the newest first */
  subscribe(change: Change<ApiFields<'subscribe'>>): Promise<Result<Outcome<string[]>, StoreProblem>>;
  unsubscribe(change: Change<ApiFields<'unsubscribe'>>): Promise<Result<Outcome<string[]>, StoreProblem>>;
  addFeedback(change: Change<ApiFields<'feedback'>>): Promise<Result<Outcome<number>, StoreProblem>>;
  setPreference(
    change: Change<ApiFields<'modifyNotificationPreference'>>,
  ): Promise<Result<Outcome<void>, StoreProblem>>;
  /** What the viewer has done about a channel and a video so far. */
  relationTo(of: {
    viewer: string;
    channelId: string | null;
    videoId: string;
  }): Promise<Result<Required<Omit<Viewer, 'isSignedIn'>>, StoreProblem>>;
  /** @returns all actions of the viewer on this playlist, in their order */
  editPlaylist(
    change: Change<ApiFields<'editPlaylist'>>,
  ): Promise<Result<Outcome<PlaylistAction[]>, StoreProblem>>;
}

export interface Change<Fields> {
  viewer: string;
  fields: Fields;
  /** Unix milliseconds. */
  nowMs: number;
}

export interface Outcome<T> {
  value: T;
  /** +1 a change of this viewer. */
  version: number;
}

import type { Viewer } from '../../shared/player/video-extras.ts';
import type { Result } from '../../shared/tools/result.ts';
import type { ApiFields, PlaylistAction } from '../../shared/wire/api-calls.ts';
import type { StoreProblem } from './store-problem.ts';

/**
 * Why a viewer's change is refused. `VIEWER_FULL`: this viewer's data is at its limit.
 * `VIEWERS_FULL`: the data of all viewers is at its limit. `TOO_MANY_VIEWERS`: the viewer is new
 * and may not be added now.
 */
export type ViewerProblem = 'VIEWER_FULL' | 'VIEWERS_FULL' | 'TOO_MANY_VIEWERS';

/**
 * Changes that viewers make through the API. A viewer is a name that the provider has assigned
 * (`X-Visitor-Id`). Each may use up to `viewerLimits.viewerBytes`; when full, the oldest feedback
 * is dropped. Methods resolve after the commit; a problem changes nothing.
 */
export interface ViewerStore {
  /** @returns the viewer's subscriptions afterwards, the newest first */
  subscribe(
    change: Change<ApiFields<'subscribe'>>,
  ): Promise<Result<Outcome<string[]>, StoreProblem | ViewerProblem>>;
  unsubscribe(
    change: Change<ApiFields<'unsubscribe'>>,
  ): Promise<Result<Outcome<string[]>, StoreProblem | ViewerProblem>>;
  /** @returns the tokens that this viewer had given before, if `shouldMerge` */
  addFeedback(
    change: Change<ApiFields<'feedback'>>,
  ): Promise<Result<Outcome<ReadonlySet<string>>, StoreProblem | ViewerProblem>>;
  removeFeedback(
    change: Change<{ feedbackTokens: readonly string[] }>,
  ): Promise<Result<Outcome<void>, StoreProblem | ViewerProblem>>;
  /** @returns the viewer's feedback tokens that begin with `beginning`, except unencrypted ones */
  feedbackOf(viewer: string, beginning: string): Promise<Result<string[], StoreProblem>>;
  setPreference(
    change: Change<ApiFields<'modifyNotificationPreference'>>,
  ): Promise<Result<Outcome<void>, StoreProblem | ViewerProblem>>;
  /**
   * Reads the viewer's relation to a channel and a video, and notes that the viewer was here. It
   * reads the replica, if there is one and it has reached `version`.
   */
  relationTo(of: {
    viewer: string;
    /** Version of the viewer's change that must be visible; `null` for any. */
    version: number | null;
    channelId: string | null;
    videoId: string;
    /** Unix milliseconds. */
    nowMs: number;
  }): Promise<Result<Required<Omit<Viewer, 'isSignedIn'>>, StoreProblem>>;
  /** @returns all actions of the viewer on this playlist, in order */
  editPlaylist(
    change: Change<ApiFields<'editPlaylist'>>,
  ): Promise<Result<Outcome<PlaylistAction[]>, StoreProblem | ViewerProblem>>;
}

export interface Change<Fields> {
  viewer: string;
  fields: Fields;
  /** Unix milliseconds. */
  nowMs: number;
  /** Called before a viewer is stored for the first time; counts the call. */
  canAdd: () => boolean;
}

export interface Outcome<T> {
  value: T;
  /** Grows by 1 with each change of this viewer. */
  version: number;
}

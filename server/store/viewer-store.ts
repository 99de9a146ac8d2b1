import type { ApiFields, PlaylistAction } from '../../shared/api-calls.ts';
import type { Result } from '../../shared/result.ts';
import type { Viewer } from '../../shared/video-extras.ts';
import type { StoreProblem } from './store-problem.ts';

/**
 * Why a viewer's change is refused: the viewer keeps as much as one may (`VIEWER_FULL`), all viewers together do (`VIEWERS_FULL`), or
 * the viewer is new and may not be added now (`TOO_MANY_VIEWERS`).
 */
export type ViewerProblem = 'VIEWER_FULL' | 'VIEWERS_FULL' | 'TOO_MANY_VIEWERS';

/**
 * What viewers have done by way of the API. A viewer is a name that the provider gave (`X-Visitor-Id`); each has room for
 * `viewerLimits.viewerBytes`, where the oldest feedback makes room for what is newer. Resolves after the commit; with a problem nothing
 * has changed.
 */
export interface ViewerStore {
  /** @returns the viewer's subscriptions afterwards, the newest first */
  subscribe(
    change: Change<ApiFields<'subscribe'>>,
  ): Promise<Result<Outcome<string[]>, StoreProblem | ViewerProblem>>;
  unsubscribe(
    change: Change<ApiFields<'unsubscribe'>>,
  ): Promise<Result<Outcome<string[]>, StoreProblem | ViewerProblem>>;
  /** @returns the tokens that this viewer had given before, if they are to be merged */
  addFeedback(
    change: Change<ApiFields<'feedback'>>,
  ): Promise<Result<Outcome<ReadonlySet<string>>, StoreProblem | ViewerProblem>>;
  removeFeedback(
    change: Change<{ feedbackTokens: readonly string[] }>,
  ): Promise<Result<Outcome<void>, StoreProblem | ViewerProblem>>;
  /** @returns the viewer's feedback that begins so; what came unencrypted is not among it */
  feedbackOf(viewer: string, beginning: string): Promise<Result<string[], StoreProblem>>;
  setPreference(
    change: Change<ApiFields<'modifyNotificationPreference'>>,
  ): Promise<Result<Outcome<void>, StoreProblem | ViewerProblem>>;
  /**
   * What the viewer has done about a channel and a video so far. Notes that the viewer was here. Where there is a replica it is read,
   * unless it has not come to `version`.
   */
  relationTo(of: {
    viewer: string;
    /** A change of the viewer's that must be seen; `null` for none in particular. */
    version: number | null;
    channelId: string | null;
    videoId: string;
    /** Unix milliseconds. */
    nowMs: number;
  }): Promise<Result<Required<Omit<Viewer, 'isSignedIn'>>, StoreProblem>>;
  /** @returns all actions of the viewer on this playlist, in their order */
  editPlaylist(
    change: Change<ApiFields<'editPlaylist'>>,
  ): Promise<Result<Outcome<PlaylistAction[]>, StoreProblem | ViewerProblem>>;
}

export interface Change<Fields> {
  viewer: string;
  fields: Fields;
  /** Unix milliseconds. */
  nowMs: number;
  /** Asked before something is kept of a viewer for the first time, and counts that it was. */
  mayAdd: () => boolean;
}

export interface Outcome<T> {
  value: T;
  /** +1 a change of this viewer. */
  version: number;
}

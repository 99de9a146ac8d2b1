import { videoLimits } from '../../shared/limits/video-limits.ts';
import type { PlaylistAction } from '../../shared/wire/api-calls.ts';

/**
 * Applies a viewer's actions to a playlist. A video is in it at most once; an added one goes last.
 */
export function editVideoIds(
  videoIds: readonly string[],
  actions: readonly PlaylistAction[],
): string[] {
  const edited = new Set(videoIds);
  for (const action of actions) {
    if (action.action === 'ACTION_REMOVE_VIDEO_BY_VIDEO_ID') edited.delete(action.removedVideoId);
    else if (edited.size < videoLimits.playlistVideosCount) edited.add(action.addedVideoId);
  }
  return [...edited];
}

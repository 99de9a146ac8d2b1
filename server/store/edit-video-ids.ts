import type { PlaylistAction } from '../../shared/api-calls.ts';

/** As many as `playlistResponseSchema` takes. */
const maxCount = 5_000;

/** A playlist after a viewer's actions: a video is in it once, and one that is added comes last. */
export function editVideoIds(
  videoIds: readonly string[],
  actions: readonly PlaylistAction[],
): string[] {
  const edited = new Set(videoIds);
  for (const action of actions) {
    if (action.action === 'ACTION_REMOVE_VIDEO_BY_VIDEO_ID') edited.delete(action.removedVideoId);
    else if (edited.size < maxCount) edited.add(action.addedVideoId);
  }
  return [...edited];
}

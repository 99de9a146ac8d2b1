import type { Transaction } from 'kysely';
import type { ApiFields, PlaylistAction } from '../../../shared/wire/api-calls.ts';
import type { StoreTables } from '../store-tables.ts';
import type { Change } from '../viewer-store.ts';

export async function editPlaylist(
  transaction: Transaction<StoreTables>,
  { viewer, fields, nowMs }: Change<ApiFields<'editPlaylist'>>,
): Promise<PlaylistAction[]> {
  const { playlistId, actions } = fields;
  for (const action of actions) {
    // Only the last action on a video counts.
    await transaction
      .deleteFrom('playlist_edits')
      .where('viewer', '=', viewer)
      .where('playlist_id', '=', playlistId)
      .where('action', 'in', bothActions(action))
      .execute();
    await transaction
      .insertInto('playlist_edits')
      .values({
        viewer,
        playlist_id: playlistId,
        action: JSON.stringify(action),
        made_ms: nowMs,
      })
      .execute();
  }
  const rows = await transaction
    .selectFrom('playlist_edits')
    .select('action')
    .where('viewer', '=', viewer)
    .where('playlist_id', '=', playlistId)
    .orderBy('row')
    .execute();
  return rows.map(({ action }) => JSON.parse(action) as PlaylistAction);
}

/** @returns the JSON of both actions, add and remove, for the video of this action */
function bothActions(action: PlaylistAction): string[] {
  const videoId = 'addedVideoId' in action ? action.addedVideoId : action.removedVideoId;
  const both: PlaylistAction[] = [
    { action: 'ACTION_ADD_VIDEO', addedVideoId: videoId },
    { action: 'ACTION_REMOVE_VIDEO_BY_VIDEO_ID', removedVideoId: videoId },
  ];
  return both.map((one) => JSON.stringify(one));
}

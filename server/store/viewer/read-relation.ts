import type { Kysely } from 'kysely';
import { type Viewer, watchLaterListId } from '../../../shared/player/video-extras.ts';
import type { PlaylistAction } from '../../../shared/wire/api-calls.ts';
import { editVideoIds } from '../edit-video-ids.ts';
import type { StoreDriver } from '../store-driver.ts';
import type { StoreTables } from '../store-tables.ts';

const dayMs = 86_400_000;

interface ReadRelation {
  relation: Required<Omit<Viewer, 'isSignedIn'>>;
  /** Version of the viewer's data; what was read is at least this new. 0 for an unknown viewer. */
  version: number;
  seenMs: number | null;
}

export async function readRelation(
  database: Kysely<StoreTables>,
  viewer: string,
  channelId: string,
  videoId: string,
): Promise<ReadRelation> {
  // Read first: the rest may be newer than this version, but never older.
  const known = await database
    .selectFrom('viewers')
    .select(['version', 'seen_ms'])
    .where('viewer', '=', viewer)
    .executeTakeFirst();
  const [subscription, preference, edits] = await Promise.all([
    database
      .selectFrom('subscriptions')
      .select('row')
      .where('viewer', '=', viewer)
      .where('channel_id', '=', channelId)
      .executeTakeFirst(),
    database
      .selectFrom('notification_preferences')
      .select('secondary_params')
      .where('viewer', '=', viewer)
      .where('params', '=', channelId)
      .executeTakeFirst(),
    database
      .selectFrom('playlist_edits')
      .select('action')
      .where('viewer', '=', viewer)
      .where('playlist_id', '=', watchLaterListId)
      .orderBy('row')
      .execute(),
  ]);
  const actions = edits.map(({ action }) => JSON.parse(action) as PlaylistAction);
  const relation = {
    isSubscribed: subscription !== undefined,
    bell: preference?.secondary_params === 'ALL',
    isInWatchLater: editVideoIds([], actions).includes(videoId),
  };
  return { relation, version: known?.version ?? 0, seenMs: known?.seen_ms ?? null };
}

/** At most once a day, so that a viewer who only reads does not expire. */
export async function noteSeen(
  { transaction }: Pick<StoreDriver, 'transaction'>,
  viewer: string,
  seenMs: number | null,
  nowMs: number,
): Promise<void> {
  if (seenMs === null || seenMs >= nowMs - dayMs) return;
  await transaction((within) =>
    within
      .updateTable('viewers')
      .set({ seen_ms: nowMs })
      .where('viewer', '=', viewer)
      .where('seen_ms', '<', nowMs)
      .execute(),
  );
}

import type { Kysely, Transaction } from 'kysely';
import type { PlaylistAction } from '../../shared/api-calls.ts';
import type { Result } from '../../shared/result.ts';
import { type Viewer, watchLaterListId } from '../../shared/video-extras.ts';
import { editVideoIds } from '../api/edit-video-ids.ts';
import type { StoreDriver, StoreProblem } from './store-driver.ts';
import type { StoreTables } from './store-tables.ts';
import type { Change, Outcome, ViewerStore } from './viewer-store.ts';

/** So many subscriptions are told; a viewer may have more. */
const toldSubscriptions = 1_000;

/** So many actions on a playlist are kept of a viewer, the newest. */
const keptActions = 5_000;

export function createViewerStore(
  { database, transaction }: StoreDriver,
  attempt: <T>(work: Promise<T>) => Promise<Result<T, StoreProblem>>,
): ViewerStore {
  function change<Fields, T>(
    make: (within: Transaction<StoreTables>, change: Change<Fields>) => Promise<T>,
  ): (change: Change<Fields>) => Promise<Result<Outcome<T>, StoreProblem>> {
    return (wanted) =>
      attempt(
        transaction(async (within) => {
          const version = await countChange(within, wanted.viewer);
          return { value: await make(within, wanted), version };
        }),
      );
  }

  return {
    subscribe: change(async (transaction, { viewer, fields, nowMs }) => {
      for (const channelId of new Set(fields.channelIds)) {
        const row = {
          silo_name: fields.siloName ?? null,
          params: fields.params ?? null,
          since_ms: nowMs,
        };
        await transaction
          .insertInto('subscriptions')
          .values({ viewer, channel_id: channelId, ...row })
          .onConflict((conflict) =>
            conflict
              .columns(['viewer', 'channel_id'])
              .doUpdateSet({ silo_name: row.silo_name, params: row.params }),
          )
          .execute();
      }
      return subscriptionsOf(transaction, viewer);
    }),
    unsubscribe: change(async (transaction, { viewer, fields }) => {
      await transaction
        .deleteFrom('subscriptions')
        .where('viewer', '=', viewer)
        .where('channel_id', 'in', fields.channelIds)
        .execute();
      return subscriptionsOf(transaction, viewer);
    }),
    addFeedback: change(async (transaction, { viewer, fields, nowMs }) => {
      const { feedbackTokens, feedbackContext, isFeedbackTokenUnencrypted, shouldMerge } = fields;
      if (shouldMerge)
        await transaction
          .deleteFrom('feedback')
          .where('viewer', '=', viewer)
          .where('token', 'in', feedbackTokens)
          .execute();
      const tokens = shouldMerge ? [...new Set(feedbackTokens)] : feedbackTokens;
      for (const token of tokens)
        await transaction
          .insertInto('feedback')
          .values({
            viewer,
            token,
            cpn: feedbackContext?.cpn ?? null,
            is_unencrypted: isFeedbackTokenUnencrypted ? 1 : 0,
            received_ms: nowMs,
          })
          .execute();
      return tokens.length;
    }),
    setPreference: change(async (transaction, { viewer, fields, nowMs }) => {
      const { params, secondaryParams = '' } = fields;
      // Not by a conflict of keys: parameters may be longer than a key can be in PostgreSQL.
      await transaction
        .deleteFrom('notification_preferences')
        .where('viewer', '=', viewer)
        .where('params', '=', params)
        .execute();
      await transaction
        .insertInto('notification_preferences')
        .values({ viewer, params, secondary_params: secondaryParams, changed_ms: nowMs })
        .execute();
    }),
    relationTo({ viewer, channelId, videoId }) {
      return attempt(readRelation(database, viewer, channelId ?? '', videoId));
    },
    editPlaylist: change(async (transaction, { viewer, fields, nowMs }) => {
      const { playlistId, actions } = fields;
      for (const action of actions)
        await transaction
          .insertInto('playlist_edits')
          .values({ viewer, playlist_id: playlistId, action: JSON.stringify(action), made_ms: nowMs })
          .execute();
      const rows = await transaction
        .selectFrom('playlist_edits')
        .select(['row', 'action'])
        .where('viewer', '=', viewer)
        .where('playlist_id', '=', playlistId)
        .orderBy('row', 'desc')
        .limit(keptActions)
        .execute();
      const oldest = rows.at(-1)?.row ?? 0;
      await transaction
        .deleteFrom('playlist_edits')
        .where('viewer', '=', viewer)
        .where('playlist_id', '=', playlistId)
        .where('row', '<', oldest)
        .execute();
      return rows.reverse().map(({ action }) => JSON.parse(action) as PlaylistAction);
    }),
  };
}

async function readRelation(
  database: Kysely<StoreTables>,
  viewer: string,
  channelId: string,
  videoId: string,
): Promise<Required<Omit<Viewer, 'isSignedIn'>>> {
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
  return {
    isSubscribed: subscription !== undefined,
    bell: preference?.secondary_params === 'ALL',
    isInWatchLater: editVideoIds([], actions).includes(videoId),
  };
}

async function countChange(transaction: Transaction<StoreTables>, viewer: string): Promise<number> {
  await transaction
    .insertInto('viewers')
    .values({ viewer, version: 1 })
    .onConflict((conflict) =>
      conflict.column('viewer').doUpdateSet((value) => ({ version: value('viewers.version', '+', 1) })),
    )
    .execute();
  const { version } = await transaction
    .selectFrom('viewers')
    .select('version')
    .where('viewer', '=', viewer)
    .executeTakeFirstOrThrow();
  return version;
}

async function subscriptionsOf(transaction: Transaction<StoreTables>, viewer: string): Promise<string[]> {
  const rows = await transaction
    .selectFrom('subscriptions')
    .select('channel_id')
    .where('viewer', '=', viewer)
    .orderBy('row', 'desc')
    .limit(toldSubscriptions)
    .execute();
  return rows.map((row) => row.channel_id);
}

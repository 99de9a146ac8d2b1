import type { Kysely, Transaction } from 'kysely';
import type { PlaylistAction } from '../../shared/api-calls.ts';
import { type Failure, ok, type Result } from '../../shared/result.ts';
import { type Viewer, watchLaterListId } from '../../shared/video-extras.ts';
import { viewerLimits } from '../limits/viewer-limits.ts';
import { editVideoIds } from './edit-video-ids.ts';
import type { StoreDriver, StoreProblem } from './store-driver.ts';
import type { StoreTables } from './store-tables.ts';
import { addToTotals, readTotals } from './totals.ts';
import { dropOldFeedback, viewerBytes } from './viewer-size.ts';
import type { Change, Outcome, ViewerProblem, ViewerStore } from './viewer-store.ts';

/** Maximum subscriptions in an answer; a viewer may have more. */
const toldSubscriptions = 1_000;

const dayMs = 86_400_000;

/** Rolls back the transaction that it is thrown in. */
class ViewerRefusal extends Error {
  readonly failure: Failure<ViewerProblem>;

  constructor(failure: Failure<ViewerProblem>) {
    super(failure.message);
    this.failure = failure;
  }
}

const viewerFull: Failure<ViewerProblem> = {
  code: 'VIEWER_FULL',
  message:
    'This viewer has reached the limit for subscriptions, preferences, edits and feedback; remove some first.',
};
const viewersFull: Failure<ViewerProblem> = {
  code: 'VIEWERS_FULL',
  message:
    'This server’s storage for viewers’ data is full; nothing more is stored until some of it is removed.',
};
const tooManyViewers: Failure<ViewerProblem> = {
  code: 'TOO_MANY_VIEWERS',
  message: 'Too many new viewers from this network.',
};

/**
 * Each change locks its viewer's row first, so that changes of one viewer are serialized. It ends
 * by updating two sizes: the bytes of this viewer and the bytes of all viewers.
 */
export function createViewerStore(
  {
    database,
    transaction,
    writer,
    replica,
  }: Pick<StoreDriver, 'database' | 'transaction' | 'writer' | 'replica'>,
  attempt: <T>(work: Promise<T>) => Promise<Result<T, StoreProblem>>,
): ViewerStore {
  function change<Fields, T>(
    make: (within: Transaction<StoreTables>, change: Change<Fields>) => Promise<T>,
  ): (change: Change<Fields>) => Promise<Result<Outcome<T>, StoreProblem | ViewerProblem>> {
    return async (wanted) => {
      try {
        return await attempt(
          transaction(async (within) => {
            const { version, bytes } = await countChange(within, wanted);
            if (version === 1 && !wanted.mayAdd()) throw new ViewerRefusal(tooManyViewers);
            const value = await make(within, wanted);
            await settleSize(within, wanted, bytes);
            return { value, version };
          }),
        );
      } catch (error) {
        if (error instanceof ViewerRefusal) return { ok: false, error: error.failure };
        throw error;
      }
    };
  }

  /** @param bytesBefore bytes of the viewer before the change; 0 for a new viewer */
  async function settleSize(
    within: Transaction<StoreTables>,
    { viewer, nowMs }: Change<unknown>,
    bytesBefore: number,
  ): Promise<void> {
    let bytes = await viewerBytes(within, viewer);
    const tooMany = bytes - viewerLimits.viewerBytes.value;
    // A change that only removes something is always allowed, even above the limit.
    if (tooMany > 0 && bytes > bytesBefore) {
      await dropOldFeedback(within, viewer, { bytes: tooMany, beforeMs: nowMs });
      bytes = await viewerBytes(within, viewer);
      if (bytes > viewerLimits.viewerBytes.value) throw new ViewerRefusal(viewerFull);
    }
    const more = bytes - bytesBefore;
    if (more > 0 && (await readTotals(within)).viewer_bytes + more > viewerLimits.totalBytes.value)
      throw new ViewerRefusal(viewersFull);
    await within.updateTable('viewers').set({ bytes }).where('viewer', '=', viewer).execute();
    if (more !== 0) await addToTotals(within, writer, { viewer_bytes: more });
  }

  /** At most once a day, so that a viewer who only reads does not expire. */
  async function noteSeen(viewer: string, seenMs: number | null, nowMs: number): Promise<void> {
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
      const known = shouldMerge
        ? await givenBefore(transaction, viewer, feedbackTokens)
        : new Set<string>();
      if (shouldMerge) await forgetFeedback(transaction, viewer, feedbackTokens);
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
      return known;
    }),
    removeFeedback: change(async (transaction, { viewer, fields }) => {
      await forgetFeedback(transaction, viewer, fields.feedbackTokens);
    }),
    feedbackOf: (viewer, beginning) =>
      attempt(
        (async () => {
          const rows = await database
            .selectFrom('feedback')
            .select('token')
            .where('viewer', '=', viewer)
            .where('is_unencrypted', '=', 0)
            .execute();
          return rows.map(({ token }) => token).filter((token) => token.startsWith(beginning));
        })(),
      ),
    setPreference: change(async (transaction, { viewer, fields, nowMs }) => {
      const { params, secondaryParams = '' } = fields;
      // A delete instead of a key conflict: parameters may be longer than a PostgreSQL key can be.
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
    async relationTo({ viewer, version, channelId, videoId, nowMs }) {
      const readFrom = (from: typeof database) =>
        readRelation(from, viewer, channelId ?? '', videoId);
      const copied = (await replica?.read(readFrom)) ?? null;
      const isBehind = copied === null || (version !== null && copied.version < version);
      const read = isBehind ? await attempt(readFrom(database)) : ok(copied);
      if (!read.ok) return read;
      // If the store cannot be written, the read still succeeds; the next read notes the viewer.
      await attempt(noteSeen(viewer, read.value.seenMs, nowMs));
      return ok(read.value.relation);
    },
    editPlaylist: change(async (transaction, { viewer, fields, nowMs }) => {
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
    }),
  };
}

async function givenBefore(
  transaction: Transaction<StoreTables>,
  viewer: string,
  tokens: readonly string[],
): Promise<Set<string>> {
  const rows = await transaction
    .selectFrom('feedback')
    .select('token')
    .where('viewer', '=', viewer)
    .where('token', 'in', tokens)
    .execute();
  return new Set(rows.map(({ token }) => token));
}

async function forgetFeedback(
  transaction: Transaction<StoreTables>,
  viewer: string,
  tokens: readonly string[],
): Promise<void> {
  await transaction
    .deleteFrom('feedback')
    .where('viewer', '=', viewer)
    .where('token', 'in', tokens)
    .execute();
}

interface ReadRelation {
  relation: Required<Omit<Viewer, 'isSignedIn'>>;
  /** Version of the viewer's data; what was read is at least this new. 0 for an unknown viewer. */
  version: number;
  seenMs: number | null;
}

async function readRelation(
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

/** @returns the JSON of both actions, add and remove, for the video of this action */
function bothActions(action: PlaylistAction): string[] {
  const videoId = 'addedVideoId' in action ? action.addedVideoId : action.removedVideoId;
  const both: PlaylistAction[] = [
    { action: 'ACTION_ADD_VIDEO', addedVideoId: videoId },
    { action: 'ACTION_REMOVE_VIDEO_BY_VIDEO_ID', removedVideoId: videoId },
  ];
  return both.map((one) => JSON.stringify(one));
}

/** Locks the viewer's row until the end of the transaction. */
function countChange(
  transaction: Transaction<StoreTables>,
  { viewer, nowMs }: Change<unknown>,
): Promise<{ version: number; bytes: number }> {
  return transaction
    .insertInto('viewers')
    .values({ viewer, version: 1, seen_ms: nowMs, bytes: 0 })
    .onConflict((conflict) =>
      conflict.column('viewer').doUpdateSet((value) => ({
        version: value('viewers.version', '+', 1),
        seen_ms: value.ref('excluded.seen_ms'),
      })),
    )
    .returning(['version', 'bytes'])
    .executeTakeFirstOrThrow();
}

async function subscriptionsOf(
  transaction: Transaction<StoreTables>,
  viewer: string,
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('subscriptions')
    .select('channel_id')
    .where('viewer', '=', viewer)
    .orderBy('row', 'desc')
    .limit(toldSubscriptions)
    .execute();
  return rows.map((row) => row.channel_id);
}

import type { Transaction } from 'kysely';
import type { ApiFields } from '../../../shared/wire/api-calls.ts';
import type { StoreTables } from '../store-tables.ts';
import type { Change } from '../viewer-store.ts';
import { writingLimits } from '../writing-limits.ts';

export async function subscribe(
  transaction: Transaction<StoreTables>,
  { viewer, fields, nowMs }: Change<ApiFields<'subscribe'>>,
): Promise<string[]> {
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
}

export async function unsubscribe(
  transaction: Transaction<StoreTables>,
  { viewer, fields }: Change<ApiFields<'unsubscribe'>>,
): Promise<string[]> {
  await transaction
    .deleteFrom('subscriptions')
    .where('viewer', '=', viewer)
    .where('channel_id', 'in', fields.channelIds)
    .execute();
  return subscriptionsOf(transaction, viewer);
}

export async function setPreference(
  transaction: Transaction<StoreTables>,
  { viewer, fields, nowMs }: Change<ApiFields<'modifyNotificationPreference'>>,
): Promise<void> {
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
    .limit(writingLimits.subscriptionsCount)
    .execute();
  return rows.map((row) => row.channel_id);
}

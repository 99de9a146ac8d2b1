import { type Kysely, sql } from 'kysely';
import type { StoreTables } from './store-tables.ts';
import { viewerLimits } from './viewer-limits.ts';

const rowBytes = viewerLimits.rowBytes.value;

/** @returns the bytes of a viewer in all five tables, the row in `viewers` included */
export async function viewerBytes(database: Kysely<StoreTables>, viewer: string): Promise<number> {
  const each = sql.lit(rowBytes);
  const { rows } = await sql<{ bytes: number }>`
    SELECT ${each} + octet_length(viewer)
      + coalesce((SELECT sum(${each} + octet_length(channel_id) + octet_length(coalesce(silo_name, ''))
          + octet_length(coalesce(params, ''))) FROM subscriptions AS t WHERE t.viewer = viewers.viewer), 0)
      + coalesce((SELECT sum(${each} + octet_length(token) + octet_length(coalesce(cpn, '')))
          FROM feedback AS t WHERE t.viewer = viewers.viewer), 0)
      + coalesce((SELECT sum(${each} + octet_length(params) + octet_length(secondary_params))
          FROM notification_preferences AS t WHERE t.viewer = viewers.viewer), 0)
      + coalesce((SELECT sum(${each} + octet_length(playlist_id) + octet_length(action))
          FROM playlist_edits AS t WHERE t.viewer = viewers.viewer), 0) AS bytes
    FROM viewers WHERE viewer = ${viewer}`.execute(database);
  return Number(rows[0]?.bytes ?? 0);
}

/**
 * Removes a viewer's oldest feedback.
 * @param bytes minimum space to free
 * @param beforeMs feedback received at this time or later stays; Unix milliseconds
 */
export async function dropOldFeedback(
  database: Kysely<StoreTables>,
  viewer: string,
  { bytes, beforeMs }: { bytes: number; beforeMs: number },
): Promise<void> {
  const oldest = await database
    .selectFrom('feedback')
    .select([
      'row',
      sql<number>`octet_length(token) + octet_length(coalesce(cpn, ''))`.as('text_bytes'),
    ])
    .where('viewer', '=', viewer)
    .where('received_ms', '<', beforeMs)
    .orderBy('row')
    .execute();
  let freed = 0;
  let last = 0;
  for (const { row, text_bytes } of oldest) {
    if (freed >= bytes) break;
    freed += rowBytes + Number(text_bytes);
    last = row;
  }
  await database
    .deleteFrom('feedback')
    .where('viewer', '=', viewer)
    .where('received_ms', '<', beforeMs)
    .where('row', '<=', last)
    .execute();
}

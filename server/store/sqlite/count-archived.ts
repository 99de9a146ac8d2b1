import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';

const countSchema = z.object({ count: z.number() });

/** @returns the number of events that have left the store, and are only in ClickHouse */
export function countArchived(database: DatabaseSync): number {
  const hasCount = database
    .prepare("SELECT 1 FROM pragma_table_info('event_copy') WHERE name = 'archived_count'")
    .get();
  // A store of an earlier version has all its events.
  if (hasCount === undefined) return 0;
  const row = database
    .prepare('SELECT coalesce(sum(archived_count), 0) AS count FROM event_copy')
    .get();
  return countSchema.parse(row).count;
}

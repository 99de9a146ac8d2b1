import { sql } from 'kysely';
import { ArchiveAwayError, type EventArchive, type EventRecord } from './event-archive.ts';
import { eventsAfter } from './events-of.ts';
import type { StoreDriver } from './store-driver.ts';

type Source = Pick<StoreDriver, 'database' | 'completeRow' | 'archive'>;

/** The feed of events, of which the older ones may be in the archive only. */
export function createEventFeed(driver: Source) {
  /** @returns up to `limit` events with a greater row, in that order, without skipping any */
  async function after(row: number, limit: number): Promise<EventRecord[]> {
    const stored = await eventsAfter(driver, row, limit);
    // Read afterwards: what has left before the rows were read has left by now.
    const archivedRow = await readArchivedRow(driver);
    if (row >= archivedRow) return stored;
    const archived = await archiveOf(driver, archivedRow).after({ row, upTo: archivedRow, limit });
    const rest = limit - archived.length;
    return rest === 0 ? archived : [...archived, ...(await after(archivedRow, rest))];
  }

  return {
    after,
    /** @returns the row just before the newest `count` events; 0 if there are no more than that */
    async rowBeforeNewest(count: number): Promise<number> {
      // Both in one statement, because events may leave in between.
      const newest = await driver.database
        .selectFrom('events')
        .select('row')
        .where('row', '>', sql<number>`coalesce((SELECT archived_row FROM event_copy), 0)`)
        .orderBy('row', 'desc')
        .offset(count)
        .limit(1)
        .executeTakeFirst();
      if (newest !== undefined) return newest.row;
      const counted = await driver.database
        .selectFrom('event_copy')
        .select('archived_row')
        .select(({ selectFrom, fn }) =>
          selectFrom('events')
            .select(fn.countAll<number>().as('count'))
            .whereRef('events.row', '>', 'event_copy.archived_row')
            .as('stored_count'),
        )
        .executeTakeFirst();
      if (counted === undefined || counted.archived_row === 0) return 0;
      const { archived_row: upTo, stored_count } = counted;
      const archivedCount = count - Number(stored_count);
      // Negative if new events have come meanwhile.
      if (archivedCount <= 0) return upTo;
      return archiveOf(driver, upTo).rowBeforeNewest({ upTo, count: archivedCount });
    },
  };
}

/** @returns the row up to which events have left; 0 for none */
async function readArchivedRow({ database }: Source): Promise<number> {
  const noted = await database.selectFrom('event_copy').select('archived_row').executeTakeFirst();
  return noted?.archived_row ?? 0;
}

function archiveOf({ archive }: Source, archivedRow: number): EventArchive {
  if (archive !== undefined) return archive;
  throw new ArchiveAwayError(
    `events up to row ${archivedRow} are only in ClickHouse; name it with --events`,
  );
}

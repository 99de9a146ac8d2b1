import type { EventArchive } from '../event-archive.ts';
import type { StoreDriver } from '../store-driver.ts';
import { type ReportedEvent, rebuiltEventNames } from './read-reported.ts';
import { reportLimits } from './report-limits.ts';

/** Events of a document that have left the store, as far as the reports need them. */
export interface ArchivedPart {
  /** Its ranges in `clients.archived` before the events were read. */
  ranges: string;
  events: ReportedEvent[];
}

/**
 * Reads what has left the store of the next documents of a rebuild. It asks outside of any
 * transaction, because ClickHouse may take long.
 * @param after row of the document before the first one
 */
export async function readArchived(
  { database }: Pick<StoreDriver, 'database'>,
  archive: EventArchive,
  after: number,
): Promise<Map<string, ArchivedPart>> {
  const clients = await database
    .selectFrom('clients')
    .select(['sid', 'archived'])
    .where('row', '>', after)
    .orderBy('row')
    .limit(reportLimits.rebuiltDocumentsCount)
    .execute();
  const parts = new Map<string, ArchivedPart>();
  for (const { sid, archived } of clients)
    if (archived !== null) parts.set(sid, { ranges: archived, events: [] });
  const sids = [...parts.keys()];
  const limit = reportLimits.rebuiltEventsCount;
  let last = { sid: '', seq: 0 };
  for (let isMore = sids.length > 0; isMore; ) {
    const page = await archive.ofDocuments({ sids, names: rebuiltEventNames, after: last, limit });
    for (const event of page) parts.get(event.sid)?.events.push(event);
    last = page.at(-1) ?? last;
    isMore = page.length === limit;
  }
  return parts;
}

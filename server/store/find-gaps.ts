import type { Kysely, Transaction } from 'kysely';
import { intakeLimits } from '../../shared/limits/intake-limits.ts';
import type { SeqRange } from '../../shared/rpc/news.ts';
import { archivedRanges, withArchived } from './archived-ranges.ts';
import type { ClientGaps } from './event-store.ts';
import { eventsOf } from './events-of.ts';
import { seqRanges } from './seq-ranges.ts';
import type { StoreDriver } from './store-driver.ts';
import type { StoreTables } from './store-tables.ts';

/**
 * @returns up to `limit` documents with missing events and a greater row number, with their gaps
 */
export async function findGaps(
  transaction: Transaction<StoreTables>,
  { after: row, limit }: { after: number; limit: number },
  driver: StoreDriver,
): Promise<ClientGaps[]> {
  const clients = await transaction
    .selectFrom('clients')
    .selectAll()
    // A literal, because the partial index over documents with gaps serves this condition only.
    .where('missing', '>', ({ lit }) => lit(0))
    .where('row', '>', row)
    .orderBy('row')
    .limit(limit)
    .execute();
  const found: ClientGaps[] = [];
  for (const client of clients) {
    found.push({
      row: client.row,
      sid: client.sid,
      highestSeq: client.highest_seq,
      stored: client.stored_count,
      rejected: client.rejected_count,
      missing: client.missing,
      ...(await holesOf(transaction, client, driver)),
      firstReceivedMs: client.first_received_ms,
      lastReceivedMs: client.last_received_ms,
    });
  }
  return found;
}

/** Ranges of missing numbers of a document, from 1 to the highest known one. */
async function holesOf(
  database: Kysely<StoreTables>,
  { sid, archived }: { sid: string; archived: string | null },
  driver: StoreDriver,
): Promise<{ ranges: SeqRange[]; isCut: boolean }> {
  const seqs = eventsOf(database, sid, driver)
    .select('seq')
    .unionAll((query) => query.selectFrom('rejections').select('seq').where('sid', '=', sid));
  // One range more than gaps: each gap lies between two ranges.
  const maxCount = intakeLimits.gapRangesCount + 1;
  const stored = await seqRanges(database, seqs, maxCount);
  const known = withArchived(stored, archivedRanges(archived), maxCount);
  const holes: SeqRange[] = [];
  let next = 1;
  for (const [first, last] of known.ranges) {
    if (first > next) holes.push([next, first - 1]);
    next = last + 1;
  }
  return {
    ranges: holes.slice(0, intakeLimits.gapRangesCount),
    isCut: known.isCut || holes.length > intakeLimits.gapRangesCount,
  };
}

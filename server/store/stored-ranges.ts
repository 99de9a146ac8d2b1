import type { Kysely } from 'kysely';
import { intakeLimits } from '../../shared/limits/intake-limits.ts';
import { queueLimits } from '../../shared/limits/queue-limits.ts';
import type { SeqRange } from '../../shared/rpc/news.ts';
import type { StoredReply } from '../../shared/telemetry/log-batch.ts';
import { archivedOf, withArchived } from './archived-ranges.ts';
import { eventsOf } from './events-of.ts';
import { seqRanges } from './seq-ranges.ts';
import type { StoreDriver } from './store-driver.ts';
import type { StoreTables } from './store-tables.ts';

/**
 * A receipt: the stored events of a document, as ranges. Any client may ask, so it reads a bounded
 * part of the index only.
 * @param from the lowest event number of interest
 */
export async function storedRanges(
  database: Kysely<StoreTables>,
  sid: string,
  from: number,
  driver: StoreDriver,
): Promise<StoredReply> {
  const seqs = eventsOf(database, sid, driver)
    .select('seq')
    .where('seq', '>=', from)
    .orderBy('seq')
    .limit(intakeLimits.receiptScanCount);
  const maxCount = queueLimits.storedRangesCount;
  const { ranges, isCut } = await seqRanges(database, seqs, maxCount);
  const seenCount = ranges.reduce((count, [first, last]) => count + last - first + 1, 0);
  const seen = { ranges, isCut: isCut || seenCount >= intakeLimits.receiptScanCount };
  const archived = (await archivedOf(database, sid, driver))
    .filter(([, last]) => last >= from)
    .map(([first, last]): SeqRange => [Math.max(first, from), last]);
  const all = withArchived(seen, archived, maxCount);
  return { stored: all.ranges, isCut: all.isCut };
}

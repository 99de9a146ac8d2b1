import type { Kysely } from 'kysely';
import { intakeLimits } from '../../shared/limits/intake-limits.ts';
import { queueLimits } from '../../shared/limits/queue-limits.ts';
import type { StoredReply } from '../../shared/telemetry/log-batch.ts';
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
  const { ranges, isCut } = await seqRanges(database, seqs, queueLimits.storedRangesCount);
  const seenCount = ranges.reduce((count, [first, last]) => count + last - first + 1, 0);
  return { stored: ranges, isCut: isCut || seenCount >= intakeLimits.receiptScanCount };
}

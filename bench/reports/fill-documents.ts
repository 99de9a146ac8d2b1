import { dayInId, withIdDay } from '../../server/store/id-day.ts';
import { createRowsStatement } from '../../server/store/insert-rows.ts';
import { startHourSums, writeHours } from '../../server/store/reports/completeness/count-hours.ts';
import { ledgerOf } from '../../server/store/reports/completeness/ledger.ts';
import type { NewPlayback } from '../../server/store/reports/report-writes.ts';
import type { StoreDriver } from '../../server/store/store-driver.ts';

/** Events that each document has created. */
const createdCount = 40;
/** One document in this number has a missing event. */
const incompleteEvery = 20;

/** Adds the document of each playback, without its events. */
export async function fillDocuments(
  driver: StoreDriver,
  playbacks: readonly NewPlayback[],
): Promise<void> {
  const documents = playbacks.map(({ sid, received_ms }, index) => ({
    sid,
    highest_seq: createdCount,
    stored_count: index % incompleteEvery === 0 ? createdCount - 1 : createdCount,
    rejected_count: 0,
    first_received_ms: received_ms,
    last_received_ms: received_ms,
    ...(driver.isPartitioned && { day: dayInId(sid) }),
  }));
  const hours = startHourSums();
  for (const document of documents) hours.add(document.first_received_ms, ledgerOf(document));
  await driver.transaction(async (within) => {
    await insertDocuments(within, withIdDay(documents, driver));
    await writeHours(within, driver.writer, hours);
  });
}

interface Row {
  sid: string;
  highest_seq: number;
  stored_count: number;
  rejected_count: number;
  first_received_ms: number;
  last_received_ms: number;
}

const insertDocuments = createRowsStatement<Row>((transaction, rows) =>
  transaction.insertInto('clients').values(rows),
);

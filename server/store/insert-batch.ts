import type { Transaction } from 'kysely';
import type { AcceptedBatch, InsertCounts } from './event-store.ts';
import { forgetRejections, noteRejections } from './rejections.ts';
import type { StoreTables } from './store-tables.ts';
import { addToTotals } from './totals.ts';

/** Stores the events of a batch that are new, and brings the counts of its document and of all up to date. */
export async function insertBatch(
  transaction: Transaction<StoreTables>,
  batch: AcceptedBatch,
): Promise<InsertCounts> {
  const { sid, events, rejected, rejectedSeqs, receivedMs, wireBytes } = batch;
  // First, because the lock that this takes makes batches wait for one another: the counts below are read and then written.
  await addToTotals(transaction, { batches: 1, bytes: wireBytes });
  const before = await transaction
    .selectFrom('clients')
    .selectAll()
    .where('sid', '=', sid)
    .executeTakeFirst();

  const seqs = events.map(({ seq }) => seq);
  const accepted = seqs.length === 0 ? 0 : await insertEvents(transaction, batch);
  const duplicates = seqs.length - accepted;
  const known = before?.rejected_count ?? 0;
  const forgotten = known === 0 ? 0 : await forgetRejections(transaction, sid, seqs);
  const noted = await noteRejections(transaction, sid, rejectedSeqs, known - forgotten);

  const client = {
    highest_seq: Math.max(before?.highest_seq ?? 0, ...seqs, ...noted),
    stored_count: (before?.stored_count ?? 0) + accepted,
    rejected_count: known - forgotten + noted.length,
    first_received_ms: before?.first_received_ms ?? receivedMs,
    last_received_ms: receivedMs,
  };
  const isNew = before === undefined && client.highest_seq > 0;
  if (isNew)
    await transaction
      .insertInto('clients')
      .values({ sid, ...client })
      .execute();
  else if (before !== undefined)
    await transaction.updateTable('clients').set(client).where('row', '=', before.row).execute();

  await addToTotals(transaction, {
    events: accepted,
    duplicates,
    rejected,
    clients: isNew ? 1 : 0,
    missing: client.highest_seq - client.stored_count - client.rejected_count - (before?.missing ?? 0),
    noted_rejections: noted.length - forgotten,
  });
  return { accepted, duplicates };
}

/** @returns how many were new */
async function insertEvents(
  transaction: Transaction<StoreTables>,
  { sid, endpoint, clientEventId, receivedMs, events }: AcceptedBatch,
): Promise<number> {
  const rows = events.map((event) => ({
    sid,
    seq: event.seq,
    name: event.name,
    endpoint,
    event_time_ms: event.eventTimeMs,
    received_ms: receivedMs,
    client_event_id: clientEventId,
    context: event.contextJson,
    payload: event.payloadJson,
  }));
  const result = await transaction
    .insertInto('events')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['sid', 'seq']).doNothing())
    .executeTakeFirstOrThrow();
  return Number(result.numInsertedOrUpdatedRows ?? 0n);
}

import type { Insertable, Transaction } from 'kysely';
import type { Arrival } from './arrival.ts';
import { type Document, lockDocuments, saveDocuments } from './batch-documents.ts';
import type { AcceptedBatch, EventToStore, InsertCounts } from './event-store.ts';
import { eventsOf } from './events-of.ts';
import { createRowsStatement } from './insert-rows.ts';
import { forgetRejections, type RejectionNotes, startRejectionNotes } from './rejections.ts';
import { type NotedArrival, noteReports } from './reports/note-reports.ts';
import type { StoreDriver } from './store-driver.ts';
import type { StoreTables } from './store-tables.ts';
import { addToTotals, startTotals, type TotalsCounts } from './totals.ts';

type NewEvent = Insertable<StoreTables['events']>;
/**
 * Stores new events and updates the counts of their documents and the totals. It first locks the
 * documents in the order of their names. Thus writers cannot deadlock, and the stored events of a
 * document stay as read.
 * @returns the counts of each arrival, in their order
 */
export async function insertBatches(
  transaction: Transaction<StoreTables>,
  arrivals: readonly Arrival[],
  driver: StoreDriver,
): Promise<InsertCounts[]> {
  const batches = arrivals.flatMap((arrival) => ('batch' in arrival ? [arrival.batch] : []));
  const documents = await lockDocuments(transaction, batches, driver);
  await findStored(transaction, batches, documents, driver);

  const totals = startTotals();
  const rows: NewEvent[] = [];
  const noted: NotedArrival[] = [];
  const counts = arrivals.map((arrival) => {
    const newEvents: EventToStore[] = [];
    noted.push({ arrival, newEvents });
    if ('batch' in arrival)
      return takeBatch(arrival.batch, documents.get(arrival.batch.sid), {
        rows,
        newEvents,
        totals,
      });
    totals.rejected += 1;
    totals.bytes += arrival.refusedBytes;
    return { accepted: 0, duplicates: 0 };
  });
  if (rows.length > 0) {
    await driver.beforeRows(transaction);
    await insertEvents(transaction, rows);
  }
  const notes = startRejectionNotes(transaction, driver);
  for (const batch of batches)
    await takeRejections(transaction, batch, documents.get(batch.sid), { totals, notes });
  await notes.write();
  await saveDocuments(transaction, [...documents.values()], totals, driver);
  await addToTotals(transaction, driver.writer, totals);
  await noteReports(transaction, noted, driver.writer);
  return counts;
}

/** Only numbers up to a document's highest known one can already be stored. */
async function findStored(
  transaction: Transaction<StoreTables>,
  batches: readonly AcceptedBatch[],
  documents: ReadonlyMap<string, Document>,
  driver: StoreDriver,
): Promise<void> {
  for (const { sid, events } of batches) {
    const document = documents.get(sid);
    if (document === undefined) continue;
    const seqs = events.map(({ seq }) => seq).filter((seq) => seq <= document.highest_seq);
    if (seqs.length === 0) continue;
    const stored = await eventsOf(transaction, sid, driver)
      .select('seq')
      .where('seq', 'in', seqs)
      .execute();
    for (const { seq } of stored) document.stored.add(seq);
  }
}

function takeBatch(
  batch: AcceptedBatch,
  document: Document | undefined,
  {
    rows,
    newEvents,
    totals,
  }: { rows: NewEvent[]; newEvents: EventToStore[]; totals: TotalsCounts },
): InsertCounts {
  let accepted = 0;
  for (const event of batch.events) {
    if (document === undefined || document.stored.has(event.seq)) continue;
    document.stored.add(event.seq);
    document.highest_seq = Math.max(document.highest_seq, event.seq);
    accepted++;
    newEvents.push(event);
    rows.push({
      sid: batch.sid,
      seq: event.seq,
      name: event.name,
      endpoint: batch.endpoint,
      event_time_ms: event.eventTimeMs,
      received_ms: batch.receivedMs,
      client_event_id: batch.clientEventId,
      context: event.contextJson,
      payload: event.payloadJson,
      ...(document.day !== undefined && { day: document.day }),
    });
  }
  const duplicates = batch.events.length - accepted;
  if (document !== undefined) document.stored_count += accepted;
  totals.batches += 1;
  totals.bytes += batch.wireBytes;
  totals.rejected += batch.rejected;
  totals.events += accepted;
  totals.duplicates += duplicates;
  return { accepted, duplicates };
}

async function takeRejections(
  transaction: Transaction<StoreTables>,
  { sid, events, rejectedSeqs }: AcceptedBatch,
  document: Document | undefined,
  { totals, notes }: { totals: TotalsCounts; notes: RejectionNotes },
): Promise<void> {
  if (document === undefined) return;
  const seqs = events.map(({ seq }) => seq);
  const forgotten =
    document.rejected_count === 0 ? 0 : await forgetRejections(transaction, sid, seqs);
  document.rejected_count -= forgotten;
  const { rejected_count, highest_seq } = document;
  const noted = await notes.add({
    sid,
    seqs: rejectedSeqs,
    notedCount: rejected_count,
    highestSeq: highest_seq,
  });
  document.rejected_count += noted.length;
  document.highest_seq = Math.max(document.highest_seq, ...noted);
  totals.noted_rejections += noted.length - forgotten;
}

const insertEvents = createRowsStatement<NewEvent>((transaction, rows) =>
  transaction.insertInto('events').values(rows),
);

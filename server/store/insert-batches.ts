import type { Insertable, Transaction } from 'kysely';
import { archivedRanges, isArchived } from './archived-ranges.ts';
import type { Arrival } from './arrival.ts';
import { type Client, lockClients, saveClients } from './batch-clients.ts';
import type { AcceptedBatch, EventToStore, InsertCounts } from './event-store.ts';
import { eventsOf } from './events-of.ts';
import { createRowsStatement } from './insert-rows.ts';
import { forgetRejections, type RejectionNotes, startRejectionNotes } from './rejections.ts';
import { startHourSums, writeHours } from './reports/completeness/count-hours.ts';
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
  const clients = await lockClients(transaction, batches, driver);
  await findStored(transaction, batches, clients, driver);

  const totals = startTotals();
  const rows: NewEvent[] = [];
  const noted: NotedArrival[] = [];
  const counts = arrivals.map((arrival) => {
    const newEvents: EventToStore[] = [];
    const client = 'batch' in arrival ? clients.get(arrival.batch.sid) : undefined;
    noted.push({ arrival, newEvents, beganMs: client?.first_received_ms ?? 0 });
    if ('batch' in arrival)
      return addBatch(arrival.batch, client, {
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
    await addRejections(transaction, batch, clients.get(batch.sid), { totals, notes });
  await notes.write();
  const hours = startHourSums();
  await saveClients(transaction, [...clients.values()], { totals, hours }, driver);
  await writeHours(transaction, driver.writer, hours);
  await addToTotals(transaction, driver.writer, totals);
  await noteReports(transaction, noted, driver);
  return counts;
}

/** Only numbers up to a document's highest known one can already be stored. */
async function findStored(
  transaction: Transaction<StoreTables>,
  batches: readonly AcceptedBatch[],
  clients: ReadonlyMap<string, Client>,
  driver: StoreDriver,
): Promise<void> {
  for (const { sid, events } of batches) {
    const client = clients.get(sid);
    if (client === undefined) continue;
    const seqs = events.map(({ seq }) => seq).filter((seq) => seq <= client.highest_seq);
    if (seqs.length === 0) continue;
    const stored = await eventsOf(transaction, sid, driver)
      .select('seq')
      .where('seq', 'in', seqs)
      .execute();
    for (const { seq } of stored) client.stored.add(seq);
    const archived = archivedRanges(client.archived);
    for (const seq of seqs) if (isArchived(archived, seq)) client.stored.add(seq);
  }
}

function addBatch(
  batch: AcceptedBatch,
  client: Client | undefined,
  {
    rows,
    newEvents,
    totals,
  }: { rows: NewEvent[]; newEvents: EventToStore[]; totals: TotalsCounts },
): InsertCounts {
  let accepted = 0;
  for (const event of batch.events) {
    if (client === undefined || client.stored.has(event.seq)) continue;
    client.stored.add(event.seq);
    client.highest_seq = Math.max(client.highest_seq, event.seq);
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
      ...(client.day !== undefined && { day: client.day }),
    });
  }
  const duplicates = batch.events.length - accepted;
  if (client !== undefined) client.stored_count += accepted;
  totals.batches += 1;
  totals.bytes += batch.wireBytes;
  totals.rejected += batch.rejected;
  totals.events += accepted;
  totals.duplicates += duplicates;
  return { accepted, duplicates };
}

async function addRejections(
  transaction: Transaction<StoreTables>,
  { sid, events, rejectedSeqs }: AcceptedBatch,
  client: Client | undefined,
  { totals, notes }: { totals: TotalsCounts; notes: RejectionNotes },
): Promise<void> {
  if (client === undefined) return;
  const seqs = events.map(({ seq }) => seq);
  const forgotten =
    client.rejected_count === 0 ? 0 : await forgetRejections(transaction, sid, seqs);
  client.rejected_count -= forgotten;
  const { rejected_count, highest_seq } = client;
  const noted = await notes.add({
    sid,
    seqs: rejectedSeqs,
    notedCount: rejected_count,
    highestSeq: highest_seq,
    archived: archivedRanges(client.archived),
  });
  client.rejected_count += noted.length;
  client.highest_seq = Math.max(client.highest_seq, ...noted);
  totals.noted_rejections += noted.length - forgotten;
}

const insertEvents = createRowsStatement<NewEvent>((transaction, rows) =>
  transaction.insertInto('events').values(rows),
);

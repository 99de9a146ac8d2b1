import type { Insertable, Selectable, Transaction } from 'kysely';
import type { Arrival } from './arrival.ts';
import { dayOf } from './day-of.ts';
import type { AcceptedBatch, EventToStore, InsertCounts } from './event-store.ts';
import { eventsOf } from './events-of.ts';
import { createRowsStatement } from './insert-rows.ts';
import { forgetRejections, type RejectionNotes, startRejectionNotes } from './rejections.ts';
import { type NotedArrival, noteReports } from './reports/note-reports.ts';
import type { StoreDriver } from './store-driver.ts';
import type { StoreTables } from './store-tables.ts';
import { addToTotals, startTotals, type TotalsCounts } from './totals.ts';

type NewEvent = Insertable<StoreTables['events']>;
type NewClient = Insertable<StoreTables['clients']>;
type Client = Selectable<StoreTables['clients']>;

/** A document while batches of it are stored. */
interface Document extends NewClient {
  row: number;
  /** Missing numbers before. */
  wasMissing: number;
  isNew: boolean;
  /** Numbers of the batches that are stored already. */
  stored: Set<number>;
}

/**
 * Stores the events that are new, and brings the counts of their documents and of all up to date. Documents are locked in the order of
 * their names before anything else, so that no two writers wait for each other, and what is stored of a document stays as it was read.
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

/** @returns a row for each document that a number is known of now, new ones included */
async function lockDocuments(
  transaction: Transaction<StoreTables>,
  batches: readonly AcceptedBatch[],
  { isPartitioned }: StoreDriver,
): Promise<Map<string, Document>> {
  const wanted = new Map<string, NewClient>();
  for (const { sid, events, rejectedSeqs, receivedMs } of batches) {
    if (events.length === 0 && rejectedSeqs.length === 0) continue;
    const known = wanted.get(sid);
    if (known !== undefined) known.last_received_ms = receivedMs;
    else
      wanted.set(sid, {
        sid,
        highest_seq: 0,
        stored_count: 0,
        rejected_count: 0,
        first_received_ms: receivedMs,
        last_received_ms: receivedMs,
        ...(isPartitioned && { day: dayOf(receivedMs) }),
      });
  }
  const inOrder = [...wanted.values()].sort((a, b) => (a.sid < b.sid ? -1 : 1));
  const found = await upsertClients(transaction, inOrder);
  return new Map(
    found.map(({ missing, ...client }) => [
      client.sid,
      {
        ...client,
        wasMissing: missing,
        isNew: client.highest_seq === 0,
        stored: new Set<number>(),
      },
    ]),
  );
}

/** Only numbers up to the highest that is known of a document can be stored already. */
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

async function saveDocuments(
  transaction: Transaction<StoreTables>,
  documents: readonly Document[],
  totals: TotalsCounts,
  { isPartitioned }: StoreDriver,
): Promise<void> {
  const known: NewClient[] = [];
  const unknown: string[] = [];
  for (const document of documents) {
    const { sid, highest_seq, stored_count, rejected_count, first_received_ms, last_received_ms } =
      document;
    if (highest_seq === 0) {
      unknown.push(sid);
      continue;
    }
    totals.clients += document.isNew ? 1 : 0;
    totals.missing += highest_seq - stored_count - rejected_count - document.wasMissing;
    known.push({
      sid,
      highest_seq,
      stored_count,
      rejected_count,
      first_received_ms,
      last_received_ms,
      ...(isPartitioned && { day: document.day }),
    });
  }
  await updateClients(transaction, known);
  // Of these only rejections came, and there is no room to note them.
  if (unknown.length > 0)
    await transaction.deleteFrom('clients').where('sid', 'in', unknown).execute();
}

const insertEvents = createRowsStatement<NewEvent>((transaction, rows) =>
  transaction.insertInto('events').values(rows),
);

const upsertClients = createRowsStatement<NewClient, Client>((transaction, rows) =>
  transaction
    .insertInto('clients')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('sid')
        .doUpdateSet((value) => ({ last_received_ms: value.ref('excluded.last_received_ms') })),
    )
    .returningAll(),
);

const updateClients = createRowsStatement<NewClient>((transaction, rows) =>
  transaction
    .insertInto('clients')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('sid').doUpdateSet((value) => ({
        highest_seq: value.ref('excluded.highest_seq'),
        stored_count: value.ref('excluded.stored_count'),
        rejected_count: value.ref('excluded.rejected_count'),
      })),
    ),
);

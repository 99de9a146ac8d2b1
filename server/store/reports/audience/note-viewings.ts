import type { Transaction } from 'kysely';
import type { AcceptedBatch } from '../../event-store.ts';
import type { StoreTables } from '../../store-tables.ts';
import type { NewDocument } from '../report-writes.ts';
import type { ViewingFact } from './viewing-facts.ts';
import { readViewings, startViewings, writeViewings } from './write-viewings.ts';

interface WatchingBatch {
  batch: Pick<AcceptedBatch, 'sid' | 'receivedMs'>;
  viewingFacts: readonly ViewingFact[];
}

/** Adds new events to the viewings. This transaction has locked the documents' rows. */
export async function noteViewings(
  transaction: Transaction<StoreTables>,
  batches: readonly WatchingBatch[],
  documents: ReadonlyMap<string, NewDocument>,
): Promise<void> {
  const watching = batches.filter(({ viewingFacts }) => viewingFacts.length > 0);
  if (watching.length === 0) return;
  const keys = new Map<string, { sid: string; cpn: string }>();
  for (const { batch, viewingFacts } of watching)
    for (const { cpn } of viewingFacts)
      keys.set(JSON.stringify([batch.sid, cpn]), { sid: batch.sid, cpn });
  const viewings = startViewings(await readViewings(transaction, [...keys.values()]));
  for (const { batch, viewingFacts } of watching) {
    const document = documents.get(batch.sid);
    if (document === undefined) continue;
    for (const fact of viewingFacts) viewings.add(document, fact, batch.receivedMs);
  }
  await writeViewings(transaction, viewings.changed());
}

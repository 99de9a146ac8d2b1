import type { Transaction } from 'kysely';
import { dimensionsOf, documentDimensions } from '../../../shared/telemetry/document-dimensions.ts';
import type { Arrival } from '../arrival.ts';
import type { EventToStore } from '../event-store.ts';
import { type Dated, ofDocuments, withIdDay } from '../id-day.ts';
import { createRowsStatement } from '../insert-rows.ts';
import type { StoreDriver } from '../store-driver.ts';
import type { StoreTables } from '../store-tables.ts';
import {
  addWatchedTime,
  startWatchedMinutes,
  writeWatchedMinutes,
} from './audience/count-watched-minutes.ts';
import { noteViewings } from './audience/note-viewings.ts';
import { readViewingFact } from './audience/viewing-facts.ts';
import { noteHeard } from './completeness/note-heard.ts';
import { readCostFact } from './cost/cost-facts.ts';
import {
  fieldReportOf,
  insertFieldReports,
  laterOf,
  type NewFieldReport,
} from './cost/write-costs.ts';
import { startMinuteSums, writeMinutes } from './count-minutes.ts';
import { storeValues } from './custom/custom-values.ts';
import { armsOf } from './experiments/arms-of.ts';
import {
  experimentPlaybacksOf,
  writeExperimentPlaybacks,
} from './experiments/write-experiment-playbacks.ts';
import { firstVersion, nextDocument, type ReportingBatch, setValuesIn } from './next-document.ts';
import { readPlaybackFact } from './playback-facts.ts';
import {
  copyToPlaybacks,
  copyToReports,
  joinPlaybacks,
  type NewDocument,
  type NewPlayback,
  playbackOf,
  writeDocuments,
  writePlaybacks,
} from './report-writes.ts';
import { noteChanges } from './sums/note-changes.ts';

/** The result of an arrival. */
export interface NotedArrival {
  arrival: Arrival;
  /**
   * The new events. An event with a known number is neither stored nor reported, whatever it
   * contains.
   */
  newEvents: readonly EventToStore[];
  /** When the first event of its document arrived; Unix milliseconds. */
  beganMs: number;
}

/**
 * Updates the reports with the events that are being stored. This transaction has locked the
 * documents' rows.
 */
export async function noteReports(
  transaction: Transaction<StoreTables>,
  noted: readonly NotedArrival[],
  driver: StoreDriver,
): Promise<void> {
  const minutes = startMinuteSums();
  const watched = startWatchedMinutes();
  const reporting: ReportingBatch[] = [];
  for (const { arrival, newEvents, beganMs } of noted) {
    if ('refusedBytes' in arrival) {
      minutes.add(arrival.receivedMs, { rejected: 1, bytes: arrival.refusedBytes });
      continue;
    }
    const { batch } = arrival;
    const read = newEvents
      .map((event) => readCostFact(event) ?? readPlaybackFact(event))
      .filter((fact) => fact !== null);
    const facts = read.filter((fact) => fact.kind !== 'malformed');
    const viewingFacts = newEvents.map(readViewingFact).filter((fact) => fact !== null);
    if (facts.length + viewingFacts.length > 0)
      reporting.push({
        batch,
        beganMs,
        facts,
        viewingFacts,
        // All events of a page have the same.
        arms: armsOf(newEvents[0]?.contextJson ?? ''),
        version: firstVersion(newEvents),
      });
    for (const fact of viewingFacts) addWatchedTime(watched, fact, batch.receivedMs);
    // A batch moved from another store was counted there.
    if (batch.isMoved) continue;
    minutes.add(batch.receivedMs, {
      batches: 1,
      events: newEvents.length,
      duplicates: batch.events.length - newEvents.length,
      rejected: batch.rejected,
      bytes: batch.wireBytes,
      malformed_summaries: read.length - facts.length,
    });
  }
  if (reporting.length > 0) await noteFacts(transaction, reporting, driver);
  await writeMinutes(transaction, driver.writer, minutes);
  await writeWatchedMinutes(transaction, driver.writer, watched);
}

async function noteFacts(
  transaction: Transaction<StoreTables>,
  reporting: readonly ReportingBatch[],
  driver: StoreDriver,
): Promise<void> {
  const sids = [...new Set(reporting.map(({ batch }) => batch.sid))];
  const stored = await findDocuments(transaction, sids, driver);
  const documents = new Map(stored.map((document) => [document.sid, document]));
  const values = await storeValues(transaction, reporting.map(setValuesIn), latestOf(reporting));
  for (const [index, one] of reporting.entries())
    documents.set(
      one.batch.sid,
      nextDocument(documents.get(one.batch.sid), one, values[index] ?? {}),
    );
  const isSame = (one: NewDocument) => {
    const now = documents.get(one.sid);
    return documentDimensions.every((name) => now?.[name] === one[name]);
  };
  const same = new Set(stored.filter(isSame).map(({ sid }) => sid));
  const changedDocuments = stored.flatMap(({ sid }) => {
    const document = documents.get(sid);
    return document === undefined || same.has(sid) ? [] : [document];
  });
  const playbacks = playbacksOf(reporting, documents);
  const beganMs = new Map(reporting.map((one) => [one.batch.sid, one.beganMs]));
  await noteHeard(
    transaction,
    { stored, documents: documents.values(), beganMs: (sid) => beganMs.get(sid) ?? 0 },
    driver.writer,
  );
  await noteChanges(transaction, { changedDocuments, playbacks }, driver);
  const otherDocuments = [...documents.values()].filter(({ sid }) => !same.has(sid));
  await insertDocuments(transaction, otherDocuments, driver);
  const changedSids = changedDocuments.map(({ sid }) => sid);
  if (changedSids.length > 0) {
    await copyToPlaybacks(transaction, changedSids, driver).execute();
    for (const table of ['field_reports', 'viewings'] as const)
      await copyToReports(transaction, table, changedSids, driver);
  }
  await insertPlaybacks(transaction, playbacks, driver);
  await insertFieldReports(transaction, fieldReportsOf(reporting, documents));
  await noteViewings(transaction, reporting, documents);
  const arms = new Map(reporting.map((one) => [one.batch.sid, one.arms]));
  await writeExperimentPlaybacks(
    transaction,
    experimentPlaybacksOf(playbacks, (sid) => arms.get(sid) ?? []),
  );
}

const latestOf = (reporting: readonly ReportingBatch[]) =>
  Math.max(...reporting.map(({ batch }) => batch.receivedMs));

/** @returns a row for each playback in the batches */
function playbacksOf(
  reporting: readonly ReportingBatch[],
  documents: ReadonlyMap<string, NewDocument>,
): NewPlayback[] {
  const found = new Map<string, NewPlayback>();
  for (const { batch, facts } of reporting) {
    const document = documents.get(batch.sid);
    for (const fact of facts) {
      if (fact.kind === 'loaded' || fact.kind === 'measured' || document === undefined) continue;
      const playback = playbackOf(document, batch.receivedMs, fact);
      const key = JSON.stringify([playback.sid, playback.cpn]);
      const known = found.get(key);
      found.set(key, known === undefined ? playback : joinPlaybacks(known, playback));
    }
  }
  return [...found.values()];
}

/** @returns the latest report of each measured document in the batches */
function fieldReportsOf(
  reporting: readonly ReportingBatch[],
  documents: ReadonlyMap<string, NewDocument>,
): NewFieldReport[] {
  const found = new Map<string, NewFieldReport>();
  for (const { batch, facts } of reporting) {
    const { sid, receivedMs } = batch;
    const document = documents.get(sid);
    for (const fact of facts)
      if (fact.kind === 'measured' && document !== undefined)
        found.set(sid, laterOf(found.get(sid), fieldReportOf(document, receivedMs, fact)));
  }
  return [...found.values()];
}

export function findDocuments(
  transaction: Transaction<StoreTables>,
  sids: readonly string[],
  driver: StoreDriver,
): Promise<NewDocument[]> {
  return transaction
    .selectFrom('documents')
    .select(['sid', ...documentDimensions])
    .where(ofDocuments('documents', sids, driver))
    .execute();
}

export async function insertDocuments(
  transaction: Transaction<StoreTables>,
  documents: readonly NewDocument[],
  driver: Pick<StoreDriver, 'isPartitioned'>,
): Promise<void> {
  // All in the same order of columns.
  const rows = documents.map((document) => ({ sid: document.sid, ...dimensionsOf(document) }));
  await insertDocumentRows(transaction, withIdDay(rows, driver));
}

export async function insertPlaybacks(
  transaction: Transaction<StoreTables>,
  playbacks: readonly NewPlayback[],
  driver: Pick<StoreDriver, 'isPartitioned'>,
): Promise<void> {
  await insertPlaybackRows(transaction, withIdDay(playbacks, driver));
}

const insertDocumentRows = createRowsStatement<Dated<NewDocument>>(writeDocuments);
const insertPlaybackRows = createRowsStatement<Dated<NewPlayback>>(writePlaybacks);

import type { Kysely } from 'kysely';
import { documentDimensions, ofEachDimension } from '../../shared/telemetry/document-dimensions.ts';
import { archivedRanges } from './archived-ranges.ts';
import { documentLimits } from './document-limits.ts';
import { ArchiveAwayError, type EventRecord } from './event-archive.ts';
import type { StoredLogEntry } from './event-store.ts';
import { eventsOf } from './events-of.ts';
import { logEntriesOf, toEvent, toLogEntry } from './feeds.ts';
import { ofDocuments } from './id-day.ts';
import type { StoreDriver } from './store-driver.ts';
import type { StoreTables } from './store-tables.ts';
import type {
  DocumentError,
  DocumentEvent,
  DocumentReader,
  StoredDocument,
} from './stored-document.ts';
import { toStoredError } from './to-stored-error.ts';

/** How much is read of a document. */
export type DocumentLimits = Readonly<Record<keyof typeof documentLimits, number>>;

/** @param read turns the driver's errors into those of the store */
export function createDocumentReader(
  driver: StoreDriver,
  read: <T>(work: Promise<T>) => Promise<T>,
  limits: DocumentLimits = documentLimits,
): DocumentReader {
  return {
    withPlayback: (cpn) => read(findDocuments(driver, cpn, limits)),
    read: (sid, from) => read(readDocument(driver, { sid, from, limits })),
  };
}

async function findDocuments(
  { database }: StoreDriver,
  cpn: string,
  { sameNameCount }: DocumentLimits,
): Promise<string[]> {
  const found = await database
    .selectFrom('playbacks')
    .select('sid')
    .where('cpn', '=', cpn)
    .orderBy('sid')
    .limit(sameNameCount)
    .execute();
  return found.map(({ sid }) => sid);
}

interface Asked {
  sid: string;
  /** Number of the first event. */
  from: number;
  limits: DocumentLimits;
}

async function readDocument(driver: StoreDriver, asked: Asked): Promise<StoredDocument | null> {
  const { database } = driver;
  const { sid, limits } = asked;
  const { events, isCut } = await readEvents(driver, asked);
  const document = await database
    .selectFrom('documents')
    .select(documentDimensions)
    .where(ofDocuments('documents', [sid], driver))
    .executeTakeFirst();
  const log = await readLog(database, sid, limits);
  const errors = await readErrors(database, sid, limits);
  // Read last, so that it counts all of these events.
  const client = await readClient(driver, sid);
  if (client === undefined) return null;
  return {
    sid,
    ...ofEachDimension((name) => document?.[name] ?? ''),
    highestSeq: client.highest_seq,
    stored: client.stored_count,
    rejected: client.rejected_count,
    missing: client.missing,
    events,
    isCut,
    log,
    errors,
  };
}

const readClient = (driver: StoreDriver, sid: string) =>
  driver.database
    .selectFrom('clients')
    .selectAll()
    .where(ofDocuments('clients', [sid], driver))
    .executeTakeFirst();

/** Reads them in pages, and gives way to other work in between. */
async function readEvents(
  driver: StoreDriver,
  { sid, from, limits }: Asked,
): Promise<{ events: DocumentEvent[]; isCut: boolean }> {
  const events: DocumentEvent[] = [];
  let chars = 0;
  for (let next = from; ; ) {
    const page = await readPage(driver, { sid, from: next, limits });
    for (const record of page) {
      chars += record.context.length + record.payload.length;
      if (events.length === limits.eventsCount || chars > limits.eventsMaxChars)
        return { events, isCut: true };
      events.push({ ...toEvent(record), clientEventId: record.client_event_id });
      next = record.seq + 1;
    }
    if (page.length < limits.pageCount) return { events, isCut: false };
  }
}

/** @returns the next events from a number on, wherever they are */
async function readPage(
  driver: StoreDriver,
  { sid, from, limits: { pageCount: limit } }: Asked,
): Promise<EventRecord[]> {
  const stored = await eventsOf(driver.database, sid, driver)
    .selectAll()
    .where('seq', '>=', from)
    .orderBy('seq')
    .limit(limit)
    .execute();
  const last = stored.length < limit ? Number.MAX_SAFE_INTEGER : (stored.at(-1)?.seq ?? 0);
  // Read afterwards: what has left before the events were read has left by now.
  const client = await readClient(driver, sid);
  const gone = archivedRanges(client?.archived).filter(([a, b]) => b >= from && a <= last);
  if (gone.length === 0) return stored;
  if (driver.archive === undefined)
    throw new ArchiveAwayError(
      'events of this document are only in ClickHouse; name it with --events',
    );
  const after = { sid, seq: from - 1 };
  const archived = await driver.archive.ofDocuments({ sids: [sid], after, limit });
  const bySeq = new Map([...archived, ...stored].map((record) => [record.seq, record]));
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq).slice(0, limit);
}

async function readLog(
  database: Kysely<StoreTables>,
  sid: string,
  { logCount }: DocumentLimits,
): Promise<StoredLogEntry[]> {
  const rows = await logEntriesOf(database)
    .where('provider_log.sid', '=', sid)
    .orderBy('n')
    .limit(logCount)
    .execute();
  return rows.map(toLogEntry);
}

async function readErrors(
  database: Kysely<StoreTables>,
  sid: string,
  { errorsCount }: DocumentLimits,
): Promise<DocumentError[]> {
  const reports = await database
    .selectFrom('error_reports')
    .select(['fingerprint', 'time_ms', 'received_ms'])
    .where('sid', '=', sid)
    .orderBy('row')
    .limit(errorsCount)
    .execute();
  if (reports.length === 0) return [];
  const rows = await database
    .selectFrom('errors')
    .selectAll()
    .where('fingerprint', 'in', [...new Set(reports.map(({ fingerprint }) => fingerprint))])
    .execute();
  const errors = new Map(rows.map((row) => [row.fingerprint, toStoredError(row)]));
  return reports.flatMap(({ fingerprint, time_ms, received_ms }) => {
    const error = errors.get(fingerprint);
    // The store may have dropped it for others.
    return error === undefined ? [] : [{ timeMs: time_ms, receivedMs: received_ms, error }];
  });
}

import type * as z from 'zod';
import type { StoredReply } from '../../shared/log-batch.ts';
import type { LogEndpoint, LogEvent } from '../../shared/log-event.ts';
import type { ProviderLogEntry } from '../../shared/provider-log.ts';
import type { Result } from '../../shared/result.ts';
import type { AcceptedError } from '../errors/parse-error-report.ts';
import type { Expired } from './expired.ts';
import type { Reports } from './reports/reports.ts';
import type {
  eventRowSchema,
  feedbackRowSchema,
  gapsRowSchema,
  logRowSchema,
  summarySchema,
} from './row-schemas.ts';
import type { StoreProblem } from './store-problem.ts';
import type { StoredError } from './stored-error.ts';
import type { ViewerStore } from './viewer-store.ts';

/**
 * Where accepted log events, and what the services say of themselves, are kept. What returns a `Result` fails with a `StoreProblem`
 * while the store cannot be used: nothing is stored, counted or changed then. What does not throws a `StoreError` in its place.
 */
export interface EventStore {
  /**
   * Stores a batch and counts it, all or nothing. Resolves after the commit: what is acknowledged survives a power loss.
   * An event whose (sid, seq) is stored already, or stands twice in the batch, is a duplicate and changes nothing.
   */
  insertBatch(batch: AcceptedBatch): Promise<Result<InsertCounts, StoreProblem>>;
  /** Counts a batch that was refused as a whole, which adds 1 to `rejected`. */
  countRefusedBatch(wireBytes: number, receivedMs: number): Promise<Result<void, StoreProblem>>;
  /**
   * Which events of a document are stored, from the number `from` on; nothing of an unknown document. What it names is as safe as after
   * `insertBatch`.
   */
  storedRanges(sid: string, from: number): Promise<Result<StoredReply, StoreProblem>>;
  /**
   * Writes what changes nothing, to learn whether a batch would be stored.
   * @param needsRoom whether it takes as much room as a large batch
   */
  probeWrite(options: { needsRoom: boolean }): Promise<Result<void, StoreProblem>>;
  /** As `insertBatch`, for the provider's log, where (sid, n) is an entry's identity. */
  insertProviderLog(batch: AcceptedProviderLog): Promise<Result<InsertCounts, StoreProblem>>;
  /**
   * Counts an error, or adds it. The report that came last of an error counts once, however often it comes.
   * @param groupsCount different errors that are kept
   */
  insertError(
    error: AcceptedError,
    receivedMs: number,
    groupsCount?: number,
  ): Promise<Result<void, StoreProblem>>;
  summary(): Promise<StoreSummary>;
  events: Feed<StoredEvent>;
  providerLog: Feed<StoredLogEntry>;
  /** The documents that events are missing of. A row leaves when the last hole is filled. */
  gaps: Feed<ClientGaps>;
  /** What viewers do by way of the API. */
  viewers: ViewerStore;
  /** One row for each that differs. */
  errors: Feed<StoredError>;
  /** What viewers have said of videos. */
  feedback: Feed<StoredFeedback>;
  /** What is told of many playbacks at once. */
  reports: Reports;
  /**
   * What is to be done at the start and once a day: makes room for the days to come, and removes the documents of which nothing has come
   * for `keepDays`, with their events, and viewers who have not come back.
   */
  maintain(wanted: Maintenance): Promise<Result<Maintained, StoreProblem>>;
  close(): Promise<void>;
}

export interface Maintenance {
  /** Unix milliseconds. */
  nowMs: number;
  /** `null` keeps all. */
  keepDays: number | null;
  /** Milliseconds for which this process has run; no clock can change it. The process's own where it is missing. */
  upMs?: number;
  /** A date, as Unix milliseconds, of which the operator says that it has come; `null` without. */
  trustDateMs?: number | null;
  /** Whether the database's clock must agree with `nowMs`. */
  asksWitness?: boolean;
  /** Milliseconds of a clock that is never set, by which steps are measured. The process's own where it is missing. */
  monotonicMs?: () => number;
  /** Gets what has gone, once and at the end, if anything has. */
  onExpired?: (expired: Expired) => void;
  /** Ends it after the step that is under way; the next one goes on. */
  signal?: AbortSignal;
}

export interface Maintained {
  /** Why nothing expires, for the operator: the clock cannot be trusted. `null` where it can. */
  refusal: string | null;
}

/** Rows that are read from the oldest to the newest, a part at a time. */
export interface Feed<T extends { row: number }> {
  /** @returns at most `limit` rows with a greater number, in order of it */
  after(row: number, limit: number): Promise<T[]>;
  /** @returns the row number after which the newest `count` rows lie; 0 when there are no more than that */
  rowBeforeNewest(count: number): Promise<number>;
}

export interface InsertCounts {
  accepted: number;
  duplicates: number;
}

export interface AcceptedBatch {
  sid: string;
  endpoint: LogEndpoint;
  clientEventId: string;
  /** Unix milliseconds at which the server had read the batch. */
  receivedMs: number;
  /** Size of the request body as it arrived. */
  wireBytes: number;
  /** Whether it comes from another store, which has counted its arrival. */
  isMoved?: boolean;
  /** Name of the browser that sent it; missing where it is not known. */
  browser?: string;
  events: readonly EventToStore[];
  /** Events of the batch that were refused one by one. */
  rejected: number;
  /** The numbers of those among them that have a readable one. */
  rejectedSeqs: readonly number[];
}

export interface EventToStore extends Pick<LogEvent, 'seq' | 'name' | 'eventTimeMs'> {
  /** JSON of the batch's and the event's context. */
  contextJson: string;
  payloadJson: string;
}

export interface AcceptedProviderLog {
  sid: string;
  /** Unix milliseconds at which the server had read the batch. */
  receivedMs: number;
  /** Entries that the document has dropped so far. */
  droppedCount: number;
  /** JSON of the batch's context. */
  contextJson: string;
  entries: readonly EntryToStore[];
}

export interface EntryToStore extends Pick<ProviderLogEntry, 'n' | 'kind' | 'timeMs'> {
  fieldsJson: string;
}

/** What the telemetry shows: a row of each feed, and the sums of all. */
export type StoreSummary = z.infer<typeof summarySchema>;
export type StoredEvent = z.infer<typeof eventRowSchema>;
export type StoredLogEntry = z.infer<typeof logRowSchema>;
export type StoredFeedback = z.infer<typeof feedbackRowSchema>;
/** A document that events are missing of. */
export type ClientGaps = z.infer<typeof gapsRowSchema>;

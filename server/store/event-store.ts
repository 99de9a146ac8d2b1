import type * as z from 'zod';
import type { StoredReply } from '../../shared/telemetry/log-batch.ts';
import type { LogEndpoint, LogEvent } from '../../shared/telemetry/log-event.ts';
import type { ProviderLogEntry } from '../../shared/telemetry/provider-log.ts';
import type { Result } from '../../shared/tools/result.ts';
import type { AcceptedError } from '../intake/errors/parse-error-report.ts';
import type { ArchiveCall, ArchiveStep } from './copy/archive-events.ts';
import type { CopyCall, CopyStep } from './copy/copy-events.ts';
import type { Expired } from './expired.ts';
import type { ParquetCall, ParquetStep } from './parquet/write-parquet.ts';
import type { HostPages } from './reports/completeness/add-pages.ts';
import type { KeptDimensions } from './reports/custom/kept-names.ts';
import type {
  ExperimentEnd,
  ExperimentState,
  NewExperiment,
} from './reports/experiments/experiment-states.ts';
import type { RebuildWatch, Rebuilt, Reports } from './reports/reports.ts';
import type {
  eventRowSchema,
  feedbackRowSchema,
  gapsRowSchema,
  logRowSchema,
  summarySchema,
} from './row-schemas.ts';
import type { StoreProblem } from './store-problem.ts';
import type { DocumentReader } from './stored-document.ts';
import type { StoredError } from './stored-error.ts';
import type { ViewerStore } from './viewer-store.ts';

/**
 * Keeps accepted log events and the provider's log. While the store cannot be used, a method that
 * returns a `Result` fails with a `StoreProblem` and changes nothing. The other methods throw a
 * `StoreError` instead.
 */
export interface EventStore {
  /**
   * Stores a batch and counts it, all or nothing. Resolves after the commit, so that an
   * acknowledged batch survives a power loss.
   * An event is a duplicate if its (sid, seq) is already stored or occurs twice in the batch.
   * Duplicates change nothing.
   */
  insertBatch(batch: AcceptedBatch): Promise<Result<InsertCounts, StoreProblem>>;
  /** Counts a batch that was refused as a whole, which adds 1 to `rejected`. */
  countRefusedBatch(wireBytes: number, receivedMs: number): Promise<Result<void, StoreProblem>>;
  /** Counts player pages that this server has served. */
  countServedPages(pages: readonly HostPages[]): Promise<Result<void, StoreProblem>>;
  /**
   * Ranges of stored events of a document, starting at number `from`; empty for an unknown
   * document. Named events are as durable as after `insertBatch`.
   */
  storedRanges(sid: string, from: number): Promise<Result<StoredReply, StoreProblem>>;
  /**
   * Writes without changing anything, to learn whether a batch would be stored.
   * @param needsRoom whether the probe takes as much space as a large batch
   */
  probeWrite(options: { needsRoom: boolean }): Promise<Result<void, StoreProblem>>;
  /** Like `insertBatch`, for the provider's log, where (sid, n) identifies an entry. */
  insertProviderLog(batch: AcceptedProviderLog): Promise<Result<InsertCounts, StoreProblem>>;
  /**
   * Counts an error, or adds it. If the last report of an error is sent again, it counts once.
   * @param groupsCount maximum number of different errors that are kept
   */
  insertError(
    error: AcceptedError,
    receivedMs: number,
    groupsCount?: number,
  ): Promise<Result<void, StoreProblem>>;
  summary(): Promise<StoreSummary>;
  events: Feed<StoredEvent>;
  providerLog: Feed<StoredLogEntry>;
  /** Documents with missing events. A row leaves when its last gap is filled. */
  gaps: Feed<ClientGaps>;
  /** Changes that viewers make through the API. */
  viewers: ViewerStore;
  /** One row for each different error. */
  errors: Feed<StoredError>;
  /** Feedback of viewers on videos. */
  feedback: Feed<StoredFeedback>;
  /** Aggregates over many playbacks. */
  reports: Reports;
  experiments: ExperimentStates;
  /** Dimensions that the operator names. */
  dimensions: KeptDimensions;
  /** Reads what one document has sent. */
  documents: DocumentReader;
  /**
   * Adds some changes of playbacks to the sums of the reports.
   * @returns whether more may be waiting
   */
  foldPlaybacks(): Promise<Result<boolean, StoreProblem>>;
  /**
   * Computes the playbacks and sums of the reports again from the events.
   * @returns `null` if it was stopped
   */
  rebuildReports(watch?: RebuildWatch): Promise<Result<Rebuilt | null, StoreProblem>>;
  /**
   * Lets another process copy at once.
   * @param holder name of the process that ends
   */
  releaseCopy(holder: string): Promise<Result<void, StoreProblem>>;
  /** Removes some of the events that the archive has, once they are old enough. */
  archiveEvents(call: ArchiveCall): Promise<Result<ArchiveStep, StoreProblem>>;
  /** Copies some of the events that another place does not have yet. */
  copyEvents(call: CopyCall): Promise<Result<CopyStep, StoreProblem>>;
  /** Writes some of the events that are in no file yet, once their hour is over. */
  writeParquet(call: ParquetCall): Promise<Result<ParquetStep, StoreProblem>>;
  /**
   * Lets another process write files at once.
   * @param holder name of the process that ends
   */
  releaseParquet(holder: string): Promise<Result<void, StoreProblem>>;
  /**
   * Maintenance, at the start and once a day. Makes room for the next days. Removes documents that
   * have received nothing for `keepDays`, with their events, and viewers who have not come back.
   */
  maintain(wanted: Maintenance): Promise<Result<Maintained, StoreProblem>>;
  close(): Promise<void>;
}

/** The experiments that servers have run, so that all servers agree on which of them run. */
export interface ExperimentStates {
  /** The latest first. */
  list(): Promise<ExperimentState[]>;
  /** One that is already known stays as it is. */
  begin(experiment: NewExperiment): Promise<void>;
  /** Ends it, unless it has ended before. */
  end(key: string, end: ExperimentEnd): Promise<void>;
}

export interface Maintenance {
  /** Unix milliseconds. */
  nowMs: number;
  /** `null` keeps all. */
  keepDays: number | null;
  /** Uptime of this process in milliseconds, which no clock can change. Default: measured. */
  upMs?: number;
  /** A date in Unix milliseconds that the operator has confirmed; `null` if none. */
  trustDateMs?: number | null;
  /** Whether the database's clock must agree with `nowMs`. */
  asksWitness?: boolean;
  /** Milliseconds of a monotonic clock that measures steps. Default: the process's own. */
  monotonicMs?: () => number;
  /** Called once, at the end, if anything has expired. */
  onExpired?: (expired: Expired) => void;
  /** Ends the maintenance after the current step; the next run continues. */
  signal?: AbortSignal;
}

export interface Maintained {
  /** Why nothing expires (the clock cannot be trusted), for the operator; `null` if it can. */
  refusal: string | null;
}

/** Rows in pages, from the oldest to the newest. */
export interface Feed<T extends { row: number }> {
  /** @returns up to `limit` rows with a greater row number, in that order */
  after(row: number, limit: number): Promise<T[]>;
  /**
   * @returns the row number just before the newest `count` rows; 0 if there are no more than that
   */
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
  /** Whether the batch comes from another store, which has counted its arrival. */
  isMoved?: boolean;
  /** The sender's browser, class of device and country; missing if unknown. */
  browser?: string;
  device?: string;
  country?: string;
  events: readonly EventToStore[];
  /** Events of the batch that were refused individually. */
  rejected: number;
  /** Sequence numbers of the refused events that have a readable one. */
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

/** A row of each feed and the totals, for the telemetry. */
export type StoreSummary = z.infer<typeof summarySchema>;
export type StoredEvent = z.infer<typeof eventRowSchema>;
export type StoredLogEntry = z.infer<typeof logRowSchema>;
export type StoredFeedback = z.infer<typeof feedbackRowSchema>;
/** A document that events are missing of. */
export type ClientGaps = z.infer<typeof gapsRowSchema>;

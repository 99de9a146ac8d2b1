import type { Kysely, Transaction } from 'kysely';
import type { Failure } from '../../shared/tools/result.ts';
import type { EventArchive } from './event-archive.ts';
import type { Expired } from './expired.ts';
import type { Replica } from './postgres/open-replica.ts';
import type { Reports } from './reports/reports.ts';
import type { StoreProblem } from './store-problem.ts';
import type { StoreTables } from './store-tables.ts';

/** A run that drops partitions. */
export interface DroppingRun {
  /** Grows with each dropped day. */
  expired: Expired;
  /** Ends the run after the current day. */
  signal?: AbortSignal | undefined;
}

/**
 * A database that holds a store. Queries are written once for all drivers; a driver has the parts
 * that differ between databases.
 */
export interface StoreDriver {
  database: Kysely<StoreTables>;
  /**
   * Runs `work` in a transaction, and again if it conflicted with another transaction. Resolves
   * after a commit that makes durable what it wrote and read: on disk, and on the standbys that the
   * database is configured for.
   */
  transaction<T>(work: (transaction: Transaction<StoreTables>) => Promise<T>): Promise<T>;
  /**
   * The same, but all its reads see the same moment, and PostgreSQL may lose it in a crash: for
   * what can be computed again.
   */
  transactionOfMoment<T>(work: (transaction: Transaction<StoreTables>) => Promise<T>): Promise<T>;
  /** Runs reads that all see the same moment. */
  snapshot<T>(work: (transaction: Transaction<StoreTables>) => Promise<T>): Promise<T>;
  /**
   * Writes and commits without changing anything; throws if a batch could not be stored either.
   * @param needsRoom whether the probe takes as much space as a large batch
   */
  probeWrite(options: { needsRoom: boolean }): Promise<void>;
  /** @returns the problem behind an error that may pass; `null` for any other error */
  problemOf(error: unknown): Failure<StoreProblem> | null;
  /** Name of this process among the writers; each writer adds to totals of its own. */
  writer: string;
  /**
   * Whether tables are partitioned by day: events by the `day` of their document, other rows of
   * documents by the day in its id. Queries for one document then name the day, and old rows expire
   * by partition.
   */
  isPartitioned: boolean;
  /** Tables with those rows of `clients` that expire one by one. */
  undatedClients: readonly string[];
  /** Announces that `transaction` will add rows to feeds. Call it before adding any. */
  beforeRows(transaction: Transaction<StoreTables>): Promise<void>;
  /**
   * @returns the row number up to which feeds are complete: concurrent writers may commit in
   *   another order than their numbers
   */
  completeRow(): Promise<number>;
  /**
   * Prepares the database at the start and once a day, before documents expire.
   * @param keepDays days until they do; `null` for never
   */
  prepareDays(nowMs: number, keepDays: number | null): Promise<void>;
  /** Milliseconds for a step of expiry; after a longer step, the next one is smaller. */
  stepMs: number;
  /** Unix milliseconds of the database's clock; missing if it is this machine's. */
  clockMs?(): Promise<number>;
  /** Removes the partitions of documents of expired days. */
  dropDocumentDays(cutoffMs: number, run: DroppingRun): Promise<void>;
  /** After expiry, removes the partitions that only hold events of expired documents. */
  dropDays(cutoffMs: number, nowMs: number): Promise<void>;
  /** Gives the disk back the partitions of earlier days whose events have all been archived. */
  emptyDays(nowMs: number): Promise<void>;
  /** Reads reports without blocking other work; missing if `database` reads them. */
  reports?: Reports;
  /** Where events are read that have left the store; missing if it is not known. */
  archive?: EventArchive;
  /** A replica for reads of viewers' data; missing if there is only `database`. */
  replica?: Replica;
  close(): Promise<void>;
}

import type { Kysely, Transaction } from 'kysely';
import type { Failure } from '../../shared/result.ts';
import type { Replica } from './postgres/open-replica.ts';
import type { Reports } from './reports/reports.ts';
import type { StoreProblem } from './store-problem.ts';
import type { StoreTables } from './store-tables.ts';

/** A database that holds a store. All queries are written once, for any driver; what databases do in their own way is here. */
export interface StoreDriver {
  database: Kysely<StoreTables>;
  /**
   * Runs `work` in a transaction, anew where the database gave up one of two that stood in each other's way. Resolves after a
   * commit that makes durable what it wrote and what it saw: on the disk, and on as many machines as the database is configured for.
   */
  transaction<T>(work: (transaction: Transaction<StoreTables>) => Promise<T>): Promise<T>;
  /** Runs reads that all see the same moment. */
  snapshot<T>(work: (transaction: Transaction<StoreTables>) => Promise<T>): Promise<T>;
  /**
   * Writes and commits something that changes nothing, and throws where a batch could not be stored either.
   * @param needsRoom whether it takes as much room as a large batch
   */
  probeWrite(options: { needsRoom: boolean }): Promise<void>;
  /** @returns what the error means if it is one that passes, else `null` */
  problemOf(error: unknown): Failure<StoreProblem> | null;
  /** Of this process among all that write to the store: each adds to totals of its own. */
  writer: string;
  /**
   * Whether events lie in parts by `day`, that of their document. Queries for the events of one document then name its day, and old
   * events go part by part.
   */
  isPartitioned: boolean;
  /** Says that `transaction` will add rows to feeds. Called before it does. */
  beforeRows(transaction: Transaction<StoreTables>): Promise<void>;
  /** @returns up to which number rows of feeds are complete: writers at the same time commit in another order than they number */
  completeRow(): Promise<number>;
  /** Once a day, and at the start: what the database needs done before documents are expired. */
  prepareDays(nowMs: number): Promise<void>;
  /** Milliseconds that a step of expiry may take before the next ones are made smaller. */
  stepMs: number;
  /** Unix milliseconds by the database's own clock; missing where that is this machine's. */
  clockMs?(): Promise<number>;
  /** After it: removes the parts that only hold events of documents that have gone. */
  dropDays(cutoffMs: number, nowMs: number): Promise<void>;
  /** What reads reports, so that they hold up nothing else; missing where nothing else is done. */
  reports?: Reports;
  /** What viewers have done may be read there; missing where there is no other database than `database`. */
  replica?: Replica;
  close(): Promise<void>;
}

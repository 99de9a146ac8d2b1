import type { ArrivalRow, RequestDraft, RequestRow } from './stored-rows.ts';

/**
 * Storage of a queue, in two parts: `arrivals` holds events until they are in a batch, `requests`
 * holds batches until they are delivered. Each method is one transaction, so that every event is in
 * exactly one of the two.
 */
interface EveryStore {
  putArrival(row: ArrivalRow): Promise<void>;
  /**
   * Adds requests of one document as NEW, in order, and removes their events from the arrivals.
   */
  seal(drafts: readonly RequestDraft[]): Promise<void>;
  /**
   * QUEUED → NEW, with the row's counts, behind all others: a request that always fails must not
   * block them.
   */
  release(row: RequestRow, nowMs: number): Promise<void>;
  /** The `seq`s of a document's events that it still owns. */
  seqsOf(sid: string): Promise<number[]>;
  /** Removes events from the arrivals that left by another way. */
  trim(sid: string, seqs: ReadonlySet<number>): Promise<void>;
  /** Removes a document's events that it still owns. */
  removeDocument(sid: string): Promise<void>;
  close(): void;
}

/** A store from which requests are taken one at a time. */
export interface QueueStore extends EveryStore {
  /**
   * Leases the owner's NEW request that has waited longest: it becomes QUEUED. `null` if there is
   * none.
   */
  claim(owner: string, nowMs: number): Promise<RequestRow | null>;
  remove(row: RequestRow): Promise<void>;
}

/** A store that outlives its page, and may hold events of other documents. */
export interface DurableStore extends EveryStore {
  /**
   * Removes requests, and leases up to `maxCount` others: the owner's NEW requests that have waited
   * longest become QUEUED.
   */
  lease(
    owner: string,
    nowMs: number,
    maxCount: number,
    removed: readonly RequestRow[],
  ): Promise<RequestRow[]>;
  /**
   * The rows that this document stored before its worker was restarted. Its requests are NEW again.
   */
  recover(sid: string, nowMs: number): Promise<{ arrivals: ArrivalRow[]; requests: RequestRow[] }>;
  /** Removes an owner's rows that are too old (specification §9: 30 days). */
  removeExpired(owner: string, nowMs: number): Promise<LostRow[]>;
}

/** Transfers the rows of documents that are gone to another owner. */
export interface RowAdoption {
  /** All owners of rows in the store. Removes rows without a valid owner. */
  owners(): Promise<string[]>;
  /**
   * Transfers one owner's requests to another, in order, and makes requests of its arrivals.
   * Removes expired rows.
   */
  adopt(adoption: Adoption): Promise<Adopted>;
}

/** Events of one document that a store has dropped. */
export interface LostRow {
  sid: string;
  seqs: number[];
  /** How many times they were sent. */
  sendCount: number;
}

export interface Adoption {
  from: string;
  to: string;
  /**
   * Adopts nothing if the owner has touched any row since; `Infinity` if the owner is known to be
   * gone.
   */
  untilMs: number;
  nowMs: number;
  /** Maximum rows to adopt or remove, so that a long backlog is not one long transaction. */
  maxCount: number;
}

export interface Adopted {
  /** Requests that the new owner received. */
  requestCount: number;
  /**
   * Rows that the old owner lost, removed ones included. If this equals `maxCount`, there may be
   * more.
   */
  rowCount: number;
}

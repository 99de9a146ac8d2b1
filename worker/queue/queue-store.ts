import type { ArrivalRow, RequestDraft, RequestRow } from './stored-rows.ts';

/**
 * What a queue needs of its storage. Two stores in one: `arrivals` holds events until they are in a batch, `requests` holds
 * batches until they are delivered. Each method is one transaction, so that every event is in exactly one of the two.
 */
export interface QueueStore {
  putArrival(row: ArrivalRow): Promise<void>;
  /** The request appears as NEW, and its events leave the arrivals. */
  form(draft: RequestDraft): Promise<void>;
  /** The owner's NEW request that has waited longest becomes QUEUED: nobody else gets it now. `null` if there is none. */
  claim(owner: string, nowMs: number): Promise<RequestRow | null>;
  /** QUEUED → NEW, with the row's counts, behind all others: one that always fails must not hold them up. */
  release(row: RequestRow, nowMs: number): Promise<void>;
  remove(row: RequestRow): Promise<void>;
  /** The numbers of a document's events that are here, in its own hands. */
  seqsOf(sid: string): Promise<number[]>;
  /** Takes events out of the arrivals that went another way. */
  trim(sid: string, seqs: ReadonlySet<number>): Promise<void>;
  /** Removes a document's events that are in its own hands. */
  removeDocument(sid: string): Promise<void>;
  close(): void;
}

/** A store that outlives its page, and therefore may hold what others left behind. */
export interface DurableStore extends QueueStore {
  /** What this document stored before its worker was started again. Its requests are NEW again. */
  recover(sid: string, nowMs: number): Promise<{ arrivals: ArrivalRow[]; requests: RequestRow[] }>;
  /** Removes what of an owner is too old to be kept (specification §9: 30 days). */
  removeExpired(owner: string, nowMs: number): Promise<LostRow[]>;
}

/** What makes the rows of documents that are gone another's. */
export interface RowAdoption {
  /** Everybody who has something in the store. Removes rows that belong to nobody. */
  owners(): Promise<string[]>;
  /** Makes what one owner has another's, in its order, and batches of the arrivals. Removes what has expired. */
  adopt(adoption: Adoption): Promise<Adopted>;
}

/** Events of a document that a store has given up. */
export interface LostRow {
  sid: string;
  seqs: number[];
  /** How often they were sent. */
  sendCount: number;
}

export interface Adoption {
  from: string;
  to: string;
  /** Takes nothing of an owner who has touched anything since; `Infinity` when it is known to be gone. */
  untilMs: number;
  nowMs: number;
  /** Takes or removes so many rows at most, so that a long backlog is not one long transaction. */
  maxCount: number;
}

export interface Adopted {
  /** Requests that the new owner got. */
  requestCount: number;
  /** Rows that the old one lost, the removed ones included; as many as allowed means that there may be more. */
  rowCount: number;
}

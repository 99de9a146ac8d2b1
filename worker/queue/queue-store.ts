import type { ArrivalRow, RequestDraft, RequestRow } from './stored-rows.ts';

/**
 * What a queue needs of its storage. Two stores in one: `arrivals` holds events until they are in a batch, `requests` holds
 * batches until they are delivered. Each method is one transaction, so that every event is in exactly one of the two.
 */
export interface QueueStore {
  putArrival(row: ArrivalRow): Promise<void>;
  /** The request appears as NEW, and its events leave the arrivals. */
  form(draft: RequestDraft): Promise<void>;
  /** The owner's oldest NEW request becomes QUEUED: from now on nobody else gets it. `null` if there is none. */
  claim(owner: string, nowMs: number): Promise<RequestRow | null>;
  /** QUEUED → NEW, with the row's counts. */
  release(row: RequestRow, nowMs: number): Promise<void>;
  remove(id: number): Promise<void>;
  /** Takes events out of the arrivals that went another way. */
  trim(sid: string, seqs: ReadonlySet<number>): Promise<void>;
  close(): void;
}

/** A store that outlives its page, and therefore may hold what others left behind. */
export interface DurableStore extends QueueStore {
  /** What this document stored before its worker was started again. Its requests are NEW again. */
  recover(sid: string, nowMs: number): Promise<{ arrivals: ArrivalRow[]; requests: RequestRow[] }>;
  /** Everybody who has something in the store. Removes rows that belong to nobody. */
  owners(): Promise<string[]>;
  /**
   * Makes everything of one owner another's, and batches of the arrivals.
   * @param untilMs takes only what has not been touched since; `Infinity` for all
   * @returns how many requests the new owner got
   */
  adopt(from: string, to: string, untilMs: number, nowMs: number): Promise<number>;
  /** Rows that were no rows of ours and have been removed. */
  readonly malformedCount: number;
}

import type { Selectable } from 'kysely';
import type { StoreTables } from './store-tables.ts';

/** An event as stored, without the day of its partition. */
export type EventRecord = Omit<Selectable<StoreTables['events']>, 'day'>;

/**
 * Where the events are that have left a store. Each method throws an `ArchiveAwayError` while they
 * cannot be read.
 */
export interface EventArchive {
  /** Milliseconds from the confirmation of an event until it can be read wherever it is asked. */
  readonly settleMs: number;
  /** @returns up to `limit` events with rows after `row` and up to `upTo`, in that order */
  after(range: { row: number; upTo: number; limit: number }): Promise<EventRecord[]>;
  /** @returns up to `limit` events of documents, by document and number, in that order */
  ofDocuments(wanted: DocumentEvents): Promise<EventRecord[]>;
  /**
   * @param upTo last row that counts
   * @returns the row just before the newest `count` of these events; 0 if there are no more
   */
  rowBeforeNewest(range: { upTo: number; count: number }): Promise<number>;
}

/** Which events of documents to read. */
export interface DocumentEvents {
  sids: readonly string[];
  /** Names of events; missing for all. */
  names?: readonly string[];
  /** Only later events, by document and number; it need not be the place of an event. */
  after: { sid: string; seq: number };
  limit: number;
}

/** The message says why, for the operator. */
export class ArchiveAwayError extends Error {
  override readonly name = 'ArchiveAwayError';
}

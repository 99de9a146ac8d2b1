import type * as z from 'zod';
import type { DocumentFacts } from './reports/document-facts.ts';
import type { eventRowSchema, logRowSchema } from './row-schemas.ts';
import type { StoredError } from './stored-error.ts';

/** Reads what the store has of one document (page load). */
export interface DocumentReader {
  /**
   * @returns ids of documents with a playback of this name, up to a limit. Names are random, but a
   *   sender may use one again
   */
  withPlayback(cpn: string): Promise<string[]>;
  /**
   * @param from number of the first event to read
   * @returns `null` if no event of it is known
   */
  read(sid: string, from: number): Promise<StoredDocument | null>;
}

export interface StoredDocument extends DocumentFacts {
  sid: string;
  highestSeq: number;
  stored: number;
  rejected: number;
  missing: number;
  /** In the order of their numbers. */
  events: DocumentEvent[];
  /** Whether there are more events. */
  isCut: boolean;
  /** Its provider's log, in the order of its numbers. */
  log: z.infer<typeof logRowSchema>[];
  /** Reports of errors, in order of arrival. */
  errors: DocumentError[];
}

export interface DocumentEvent extends z.infer<typeof eventRowSchema> {
  /** Id of its batch. */
  clientEventId: string;
}

export interface DocumentError {
  /** By the viewer's clock; Unix milliseconds. */
  timeMs: number;
  receivedMs: number;
  /** Its stack is that of its first report, as received. */
  error: StoredError;
}

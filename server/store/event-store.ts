import type { LogEvent } from '../../shared/log-batch.ts';
import type { LogEndpoint } from '../../shared/log-event.ts';
import type { Result } from '../../shared/result.ts';

/** Where accepted log events are kept. */
export interface EventStore {
  /**
   * Stores a batch and counts it, all or nothing. Resolves after the commit: what is acknowledged survives a power loss.
   * An event whose (sid, seq) is stored already, or stands twice in the batch, is a duplicate and changes nothing.
   * @returns `STORE_BUSY` when another program holds the store; nothing is stored or counted then
   */
  insertBatch(batch: AcceptedBatch): Promise<Result<{ accepted: number; duplicates: number }, 'STORE_BUSY'>>;
  /** Counts a batch that was refused as a whole, which adds 1 to `rejected`. */
  countRefusedBatch(wireBytes: number): Promise<Result<void, 'STORE_BUSY'>>;
  summary(): Promise<StoreSummary>;
  /** @returns at most `limit` events with a greater row number, in order of it */
  eventsAfter(row: number, limit: number): Promise<StoredEvent[]>;
  /** @returns the row number after which the newest `count` events lie; 0 when there are no more than that */
  rowBeforeNewest(count: number): Promise<number>;
  close(): Promise<void>;
}

export interface AcceptedBatch {
  sid: string;
  endpoint: LogEndpoint;
  clientEventId: string;
  /** Unix milliseconds at which the server had read the batch. */
  receivedMs: number;
  /** Size of the request body as it arrived. */
  wireBytes: number;
  events: readonly EventToStore[];
  /** Events of the batch that were refused one by one. */
  rejected: number;
}

export interface EventToStore extends Pick<LogEvent, 'seq' | 'name' | 'eventTimeMs'> {
  /** JSON of the batch's and the event's context. */
  contextJson: string;
  payloadJson: string;
}

export interface StoreSummary {
  /** Events stored. */
  events: number;
  /** Batches whose envelope was accepted, whatever became of their events. */
  batches: number;
  /** Events that arrived again. */
  duplicates: number;
  /** Events refused one by one, plus 1 for each batch refused as a whole. */
  rejected: number;
  /** Sizes of all request bodies as they arrived, refused ones included as far as they were read. */
  bytes: number;
}

/** An event as the telemetry shows it. */
interface StoredEvent {
  /** Grows with each stored event, with gaps. */
  row: number;
  sid: string;
  seq: number;
  name: string;
  endpoint: string;
  eventTimeMs: number;
  receivedMs: number;
  context: unknown;
  payload: unknown;
}

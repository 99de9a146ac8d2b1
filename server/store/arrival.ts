import type { AcceptedBatch } from './event-store.ts';

/**
 * An arrival since the last commit: a batch, or the size of a batch that was refused as a whole.
 */
export type Arrival = { batch: AcceptedBatch } | { refusedBytes: number; receivedMs: number };

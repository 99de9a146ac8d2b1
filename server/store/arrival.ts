import type { AcceptedBatch } from './event-store.ts';

/** One arrival since the last commit: a batch, or the size of a batch refused as a whole. */
export type Arrival = { batch: AcceptedBatch } | { refusedBytes: number; receivedMs: number };

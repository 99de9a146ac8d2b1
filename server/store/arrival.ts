import type { AcceptedBatch } from './event-store.ts';

/** What has come since the last commit: a batch, or the size of one that was refused as a whole. */
export type Arrival = { batch: AcceptedBatch } | { refusedBytes: number; receivedMs: number };

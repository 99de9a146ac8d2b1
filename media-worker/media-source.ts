import type { MirroredSource } from './media-mirror.ts';

/** A worker's `MediaSource` (W3C Media Source Extensions 2), of which TypeScript's types of workers know nothing. */
export interface WorkerMediaSource extends MirroredSource {
  /** Can be transferred once, to the page. */
  readonly handle: Transferable;
}

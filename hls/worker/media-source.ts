import type { MirroredSource } from './worker-media-element.ts';

/** A worker's `MediaSource` (W3C Media Source Extensions 2). TypeScript's worker types lack it. */
export interface WorkerMediaSource extends MirroredSource {
  /** Can be transferred once, to the page. */
  readonly handle: Transferable;
}

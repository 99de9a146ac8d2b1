import Hls, { type FragmentLoaderConstructor, type FragmentLoaderContext } from 'hls.js';

/**
 * hls.js's own loader of segments, which reports nothing when the load of a header is cancelled.
 * hls.js 1.7.4 takes such a report for one of the segment that it is loading by then, and cancels
 * that too (`loadInitSegmentIfNeeded`). Before the first segment it does not try again; later it
 * does, which cancels the next header, so on a slow line none ever arrives.
 */
export class SegmentLoader extends (Hls.DefaultConfig.loader as FragmentLoaderConstructor) {
  override abort(): void {
    const { frag } = (this.context ?? {}) as Partial<FragmentLoaderContext>;
    if (frag?.sn === 'initSegment') this.destroy();
    else super.abort();
  }
}

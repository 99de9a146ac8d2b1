import Hls, { type FragmentLoaderConstructor, type FragmentLoaderContext } from 'hls.js';

/**
 * hls.js's own loader of segments, which reports nothing when the load of a header is cancelled.
 * hls.js 1.7.4 takes such a report for one about the segment that it is loading by then, and
 * cancels that too (`loadInitSegmentIfNeeded`). It tries again a moment later, which cancels the
 * next header: on a slow line no header ever arrives.
 */
export class SegmentLoader extends (Hls.DefaultConfig.loader as FragmentLoaderConstructor) {
  override abort(): void {
    const context = this.context as FragmentLoaderContext | null;
    if (context?.frag.sn === 'initSegment') this.destroy();
    else super.abort();
  }
}

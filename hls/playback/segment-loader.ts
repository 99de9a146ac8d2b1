import Hls, {
  type FragmentLoaderConstructor,
  type FragmentLoaderContext,
  type LoaderCallbacks,
  type LoaderConfiguration,
} from 'hls.js';

/** hls.js's own loader of segments and parts, without two faults of hls.js 1.7.4. */
export class SegmentLoader extends (Hls.DefaultConfig.loader as FragmentLoaderConstructor) {
  /**
   * A segment whose part loads is no longer cancelled. hls.js marks the segment of a cancelled
   * part, and never takes the mark back. If it loads that part again, which cancels the first load,
   * it finds the mark and takes the second for cancelled. It then begins a third, ten times a
   * second. This starts at a discontinuity whose sound is announced before its picture, and ends
   * only if a part arrives within a tenth of a second.
   */
  override load(
    context: FragmentLoaderContext,
    config: LoaderConfiguration,
    callbacks: LoaderCallbacks<FragmentLoaderContext>,
  ): void {
    context.frag.stats.aborted = false;
    super.load(context, config, callbacks);
  }

  /**
   * Nothing is reported when the load of a header is cancelled. hls.js takes such a report for one
   * of the segment that it is loading by then, and cancels that too (`loadInitSegmentIfNeeded`).
   * Before the first segment it does not try again; later it does, which cancels the next header,
   * so on a slow line none ever arrives.
   */
  override abort(): void {
    const { frag } = (this.context ?? {}) as Partial<FragmentLoaderContext>;
    if (frag?.sn === 'initSegment') this.destroy();
    else super.abort();
  }
}

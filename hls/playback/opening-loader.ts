import type {
  FragmentLoaderConstructor,
  FragmentLoaderContext,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderStats,
} from 'hls.js';
import type { FetchedPart, OpenedFilm } from './opened-film.ts';
import { SegmentLoader } from './segment-loader.ts';

/** The loader of segments, which first looks among the parts that have been fetched. */
export function openingLoader(opened: OpenedFilm): FragmentLoaderConstructor {
  return class extends SegmentLoader {
    #isCancelled = false;

    override load(
      context: FragmentLoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<FragmentLoaderContext>,
    ): void {
      const { url, rangeStart = 0, rangeEnd = 0 } = context;
      const part = opened.take(url, rangeStart, rangeEnd);
      if (part === null) {
        super.load(context, config, callbacks);
        return;
      }
      this.context = context;
      countAsLoaded(this.stats, part);
      // hls.js does not expect an answer within its own call.
      queueMicrotask(() => {
        if (!this.#isCancelled)
          callbacks.onSuccess({ url, data: part.bytes, code: 200 }, this.stats, context, null);
      });
    }

    override abort(): void {
      this.#isCancelled = true;
      super.abort();
    }

    override destroy(): void {
      this.#isCancelled = true;
      super.destroy();
    }
  };
}

/** hls.js measures the line by these. */
function countAsLoaded(stats: LoaderStats, { bytes, tookMs }: FetchedPart): void {
  const nowMs = performance.now();
  const { loading } = stats;
  loading.start = nowMs - tookMs;
  loading.first = loading.start;
  loading.end = nowMs;
  stats.loaded = stats.total = bytes.byteLength;
}

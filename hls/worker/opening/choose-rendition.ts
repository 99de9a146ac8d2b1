import { openingLimits } from '../../../shared/limits/opening-limits.ts';
import type { OpeningRendition } from '../../../shared/player/hls-opening.ts';
import type { MediaSize } from '../../../shared/rpc/media-mirror.ts';

/** Facts about the line from before anything was fetched over it. */
export interface LineFacts {
  /** The browser's estimate in bits a second (WICG Network Information); 0: it has none. */
  downlinkBps: number;
  /** Milliseconds that the page's own request took, with the server's time. */
  roundTripMs: number;
  /** The viewer asked to save data. */
  isSavingData: boolean;
}

/**
 * Chooses the largest rendition that the frame can show and the line can bring faster than it
 * plays; otherwise the smallest. Without an estimate that is the smallest, too.
 * @param renditions by bandwidth, the smallest first
 * @returns `undefined` without renditions
 */
export function chooseRendition(
  renditions: readonly OpeningRendition[],
  { width, height, pixelRatio }: MediaSize,
  { downlinkBps, roundTripMs, isSavingData }: LineFacts,
): OpeningRendition | undefined {
  const [smallest] = renditions;
  if (isSavingData) return smallest;
  // A new estimate is 10 Mbit/s, whatever the line; a long round trip shows that it is not.
  const lineBps =
    roundTripMs > openingLimits.slowRoundTripMs
      ? Math.min(downlinkBps, openingLimits.slowLineBps)
      : downlinkBps;
  const fills = (one: OpeningRendition) =>
    one.width >= width * pixelRatio || one.height >= height * pixelRatio;
  const last = renditions.findIndex(fills);
  return (
    renditions
      .slice(0, last < 0 ? undefined : last + 1)
      .findLast(({ bandwidth }) => bandwidth <= lineBps * openingLimits.lineShare) ?? smallest
  );
}

import type { PlayerState, TimeRange } from '../../player/state/player-state.ts';

/** Media of all videos of this page. */
export interface MediaCount {
  /** `null` until media of a known bitrate has been loaded. */
  bytes: number | null;
  /** Ranges of the present video that have been counted. */
  ranges: readonly TimeRange[];
}

export const noMedia: MediaCount = { bytes: null, ranges: [] };

/**
 * Adds what has been buffered since: its seconds times the bitrate of the quality. No engine tells
 * bytes while it plays in a worker, whose requests the page cannot see. What the browser drops and
 * loads again counts again. Until a quality is set, it is the one that plays; engines may load
 * another one ahead of it.
 */
export function countMedia(
  before: MediaCount,
  state: Pick<PlayerState, 'buffered' | 'qualities' | 'qualityId' | 'fixedQualityId'>,
): MediaCount {
  const { buffered, qualities } = state;
  const loadingId = state.fixedQualityId ?? state.qualityId;
  const bitrate = qualities.find(({ id }) => id === loadingId)?.bitrate ?? 0;
  // Not counted yet, so that it counts once the bitrate is known.
  if (bitrate === 0) return before;
  const seconds = secondsOf(buffered) - secondsOf(overlapOf(buffered, before.ranges));
  return { bytes: (before.bytes ?? 0) + (seconds * bitrate) / 8, ranges: buffered };
}

function secondsOf(ranges: readonly TimeRange[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start, 0);
}

function overlapOf(some: readonly TimeRange[], others: readonly TimeRange[]): TimeRange[] {
  return some.flatMap((one) =>
    others.flatMap((other) => {
      const start = Math.max(one.start, other.start);
      const end = Math.min(one.end, other.end);
      return end > start ? [{ start, end }] : [];
    }),
  );
}

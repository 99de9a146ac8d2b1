/** A rendition of a live stream: a recording that runs round and round. */
export interface LiveRendition {
  segments: readonly LiveSegment[];
  /** Milliseconds a round takes; the same for all renditions of a stream, so that they stay together. */
  loopMs: number;
}

export interface LiveSegment {
  /** As the playlist names it: root-relative or absolute. */
  url: string;
  durationSeconds: number;
  byteRange: ByteRange | null;
  /** The initialization section (`EXT-X-MAP`) that the segment needs. */
  map: { url: string; byteRange: ByteRange | null } | null;
  /** Whether the recording itself has a discontinuity before it. */
  hasDiscontinuity: boolean;
}

export interface ByteRange {
  length: number;
  offset: number;
}

/** The part of the stream that can be watched at a moment. */
export interface LiveWindow {
  /** Number of the first segment, counted from the epoch. */
  mediaSequence: number;
  /** Discontinuities since the epoch that are no longer in the window. */
  discontinuitySequence: number;
  /** Seconds; the same at all times. */
  targetDurationSeconds: number;
  /** Unix milliseconds at which each begins; `hasDiscontinuity` is also set at the seam of the loop. */
  segments: (LiveSegment & { startMs: number })[];
}

/** The first round began then, for every process and after every restart: sequence numbers never jump. Unix milliseconds. */
export const liveEpochMs = Date.UTC(2020, 0, 1);

/** How far back a viewer can seek. */
export const liveWindowMs = 60_000;

/** RFC 8216 6.2.2: clients need three target durations; long segments must not leave fewer. */
const minSegmentCount = 3;

/**
 * The window of complete segments at a time. Successive windows only lose segments at their beginning and gain them at
 * their end.
 * @param rendition at least one segment, none of length 0
 * @param nowMs Unix milliseconds; before the epoch's first window counts as then
 */
export function liveWindow({ segments, loopMs }: LiveRendition, nowMs: number): LiveWindow {
  const count = segments.length;
  const offsets = startOffsets(segments);
  const tagCounts = discontinuityCounts(segments);
  const durationMs = (index: number) => (segments[index]?.durationSeconds ?? 0) * 1_000;
  const atMs = Math.max(nowMs, liveEpochMs + liveWindowMs + minSegmentCount * loopMs);

  const startOf = (sequence: number) =>
    liveEpochMs + Math.floor(sequence / count) * loopMs + (offsets[sequence % count] ?? 0);
  const endOf = (sequence: number) => startOf(sequence) + durationMs(sequence % count);

  let last = Math.floor((atMs - liveEpochMs) / loopMs) * count + count - 1;
  while (endOf(last) > atMs) last -= 1;
  let first = last;
  while (endOf(first - 1) > atMs - liveWindowMs || last - first + 1 < minSegmentCount) first -= 1;

  const isTagged = (index: number) => index === 0 || segments[index]?.hasDiscontinuity === true;
  const tagsUpTo = Math.floor(first / count) * (tagCounts.at(-1) ?? 0) + (tagCounts[first % count] ?? 0);
  return {
    mediaSequence: first,
    discontinuitySequence: tagsUpTo - (isTagged(first % count) ? 1 : 0),
    targetDurationSeconds: Math.max(1, ...segments.map(({ durationSeconds }) => Math.round(durationSeconds))),
    segments: Array.from({ length: last - first + 1 }, (_, position) => {
      const sequence = first + position;
      const index = sequence % count;
      const segment = segments[index];
      if (segment === undefined) throw new Error('a live rendition needs a segment');
      return { ...segment, hasDiscontinuity: isTagged(index), startMs: startOf(sequence) };
    }),
  };
}

/** @returns milliseconds from the start of a round to each segment */
function startOffsets(segments: readonly LiveSegment[]): number[] {
  let offsetMs = 0;
  return segments.map(({ durationSeconds }) => {
    const startMs = offsetMs;
    offsetMs += durationSeconds * 1_000;
    return startMs;
  });
}

/** @returns discontinuities of a round up to and including each segment; the seam is the first */
function discontinuityCounts(segments: readonly LiveSegment[]): number[] {
  let count = 0;
  return segments.map(({ hasDiscontinuity }, index) => {
    if (index === 0 || hasDiscontinuity) count += 1;
    return count;
  });
}

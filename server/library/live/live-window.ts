import { liveStreamLimits } from './live-stream-limits.ts';

const { windowMs, segmentsMinCount } = liveStreamLimits;

/** A rendition of a live stream: a recording in a loop. */
export interface LiveRendition {
  segments: readonly LiveSegment[];
  /**
   * Duration of the loop in milliseconds; the same for all renditions of a stream, so that they
   * stay in sync.
   */
  loopMs: number;
  /** Maximum seconds of a part; `null` without low latency. With it, all segments have parts. */
  partTargetSeconds: number | null;
}

export interface LiveSegment {
  /** Root-relative or absolute, as in the playlist. */
  url: string;
  durationSeconds: number;
  byteRange: ByteRange | null;
  /** The initialization section (`EXT-X-MAP`) of the segment. */
  map: { url: string; byteRange: ByteRange | null } | null;
  /** Whether the recording itself has a discontinuity before it. */
  hasDiscontinuity: boolean;
  parts?: readonly LivePart[];
}

/**
 * A piece of a segment that can be fetched before the segment is complete (RFC 8216bis 3.1: a
 * Partial Segment).
 */
export interface LivePart {
  /** Real path relative to the media directory's. */
  file: string;
  byteRange: ByteRange;
  durationSeconds: number;
  /** Whether playback can start with it. */
  isIndependent: boolean;
}

/**
 * A segment with its start in Unix milliseconds. `hasDiscontinuity` is also set at the start of a
 * loop.
 */
export type PlacedSegment = LiveSegment & { startMs: number };

export interface ByteRange {
  length: number;
  offset: number;
}

/** The part of the stream that can be watched at a given time. */
export interface LiveWindow {
  /** Number of the first segment, counted from the epoch. */
  mediaSequence: number;
  /** Discontinuities since the epoch that have left the window. */
  discontinuitySequence: number;
  /** Seconds; constant over time. */
  targetDurationSeconds: number;
  segments: PlacedSegment[];
  /** The segment in progress. */
  next: PlacedSegment;
}

/**
 * Start of the first loop, for every process and after every restart, so that sequence numbers
 * never jump. Unix milliseconds.
 */
export const liveEpochMs = Date.UTC(2020, 0, 1);

/**
 * Returns the window of complete segments at a time. Later windows only lose segments at the start
 * and gain segments at the end.
 * @param rendition at least one segment, none of length 0
 * @param nowMs Unix milliseconds; times before the epoch's first window count as that window
 */
export function liveWindow(rendition: LiveRendition, nowMs: number): LiveWindow {
  const { segments, loopMs } = rendition;
  const count = segments.length;
  const tagCounts = discontinuityCounts(segments);
  const at = segmentClock(rendition);
  const atMs = Math.max(nowMs, liveEpochMs + windowMs + segmentsMinCount * loopMs);

  let last = Math.floor((atMs - liveEpochMs) / loopMs) * count + count - 1;
  while (endOf(at(last)) > atMs) last -= 1;
  let first = last;
  while (endOf(at(first - 1)) > atMs - windowMs || last - first + 1 < segmentsMinCount) first -= 1;

  const tagsUpTo =
    Math.floor(first / count) * (tagCounts.at(-1) ?? 0) + (tagCounts[first % count] ?? 0);
  return {
    mediaSequence: first,
    discontinuitySequence: tagsUpTo - (at(first).hasDiscontinuity ? 1 : 0),
    targetDurationSeconds: targetDuration(rendition),
    segments: Array.from({ length: last - first + 1 }, (_, position) => at(first + position)),
    next: at(last + 1),
  };
}

/** @returns a function from a sequence number to its segment */
export function segmentClock({
  segments,
  loopMs,
}: LiveRendition): (sequence: number) => PlacedSegment {
  const count = segments.length;
  const offsets = startOffsets(segments);
  return (sequence) => {
    const index = sequence % count;
    const segment = segments[index];
    if (segment === undefined) throw new Error('a live rendition needs a segment');
    const startMs = liveEpochMs + Math.floor(sequence / count) * loopMs + (offsets[index] ?? 0);
    return { ...segment, hasDiscontinuity: index === 0 || segment.hasDiscontinuity, startMs };
  };
}

/** @returns Unix milliseconds from which the segment can be fetched */
export function endOf({ startMs, durationSeconds }: PlacedSegment): number {
  return startMs + durationSeconds * 1_000;
}

/** Seconds. */
export function targetDuration({ segments }: LiveRendition): number {
  return Math.max(1, ...segments.map(({ durationSeconds }) => Math.round(durationSeconds)));
}

/** @returns milliseconds from the start of a loop to each segment */
function startOffsets(segments: readonly LiveSegment[]): number[] {
  let offsetMs = 0;
  return segments.map(({ durationSeconds }) => {
    const startMs = offsetMs;
    offsetMs += durationSeconds * 1_000;
    return startMs;
  });
}

/**
 * @returns discontinuities of a loop up to and including each segment; the start of the loop is the
 *   first
 */
function discontinuityCounts(segments: readonly LiveSegment[]): number[] {
  let count = 0;
  return segments.map(({ hasDiscontinuity }, index) => {
    if (index === 0 || hasDiscontinuity) count += 1;
    return count;
  });
}

import { liveStreamLimits } from './live-stream-limits.ts';
import type { LivePart, LiveRendition, PlacedSegment } from './live-window.ts';
import { endOf, liveWindow, segmentClock, targetDuration } from './live-window.ts';

const {
  holdBackPartsCount,
  holdTargetsCount,
  listedTargetsCount,
  aheadSegmentsCount,
  aheadPartsCount,
} = liveStreamLimits;

/** A part, by its segment's media sequence number and its index from 0. */
export interface PartNumber {
  sequence: number;
  part: number;
}

/** The playlist update that a client waits for (RFC 8216bis 6.2.5.2). */
export interface ReloadDirectives {
  sequence: number;
  /** `null` for the whole segment. */
  part: number | null;
}

/** @returns the seconds that players stay behind the newest part; `null` without low latency */
export function partHoldBackSeconds({ partTargetSeconds }: LiveRendition): number | null {
  return partTargetSeconds === null
    ? null
    : Math.round(partTargetSeconds * holdBackPartsCount * 1_000) / 1_000;
}

/** @returns the maximum milliseconds to hold a request */
export function holdLimitMs(rendition: LiveRendition): number {
  return targetDuration(rendition) * holdTargetsCount * 1_000;
}

/**
 * @returns parts with the Unix milliseconds from which each can be fetched; the last part's equals
 *   its segment's
 */
export function placedParts(segment: PlacedSegment): (LivePart & { endMs: number })[] {
  let endMs = segment.startMs;
  const { parts = [] } = segment;
  return parts.map((part, index) => {
    endMs += part.durationSeconds * 1_000;
    return { ...part, endMs: index === parts.length - 1 ? endOf(segment) : endMs };
  });
}

/** @returns whether a playlist at that time lists the parts of a segment */
export function areParts(
  segment: PlacedSegment,
  rendition: LiveRendition,
  edgeMs: number,
): boolean {
  return endOf(segment) > edgeMs - listedTargetsCount * targetDuration(rendition) * 1_000;
}

/** @returns the newest part; `null` without low latency */
export function newestPart(rendition: LiveRendition, nowMs: number): PartNumber | null {
  if (rendition.partTargetSeconds === null) return null;
  const { mediaSequence, segments, next } = liveWindow(rendition, nowMs);
  const begun = placedParts(next).filter(({ endMs }) => endMs <= nowMs).length;
  const last = mediaSequence + segments.length - 1;
  if (begun > 0) return { sequence: last + 1, part: begun - 1 };
  return { sequence: last, part: (segments.at(-1)?.parts?.length ?? 0) - 1 };
}

/**
 * @returns Unix milliseconds at which the playlist has the requested part, possibly in the past;
 *   `null` if it is further ahead than a client may request
 */
export function reloadReadyMs(
  rendition: LiveRendition,
  { sequence, part }: ReloadDirectives,
  nowMs: number,
): number | null {
  const { mediaSequence, segments } = liveWindow(rendition, nowMs);
  const last = mediaSequence + segments.length - 1;
  if (sequence > last + aheadSegmentsCount) return null;
  if (sequence <= last) return 0;
  const at = segmentClock(rendition);
  if (part === null) return endOf(at(sequence));
  const newest = newestPart(rendition, nowMs);
  const parts = placedParts(at(sequence));
  // A part after the last one is the first of the next segment (RFC 8216bis 6.2.5.2).
  const asked =
    parts[part] === undefined ? { sequence: sequence + 1, part: 0 } : { sequence, part };
  const readyMs = placedParts(at(asked.sequence))[asked.part]?.endMs;
  if (newest === null || readyMs === undefined) return null;
  const partSec = rendition.partTargetSeconds ?? 1;
  const limit = partSec < 1 ? Math.ceil(aheadPartsCount / partSec) : aheadPartsCount;
  return partsBetween(at, newest, asked) > limit ? null : readyMs;
}

/**
 * @returns the part, and the Unix milliseconds from which it can be fetched; `null` if it is no
 *   longer available, or later than the playlist's hint
 */
export function findPart(
  rendition: LiveRendition,
  { sequence, part }: PartNumber,
  nowMs: number,
): (LivePart & { endMs: number }) | null {
  const { mediaSequence, segments } = liveWindow(rendition, nowMs);
  if (sequence < mediaSequence || sequence > mediaSequence + segments.length + 1) return null;
  const found = placedParts(segmentClock(rendition)(sequence))[part];
  const newest = newestPart(rendition, nowMs);
  if (found === undefined || newest === null) return null;
  return partsBetween(segmentClock(rendition), newest, { sequence, part }) > 1 ? null : found;
}

/** @returns the number of parts from `from` to `to`; 0 or less if `to` is not later */
function partsBetween(
  at: (sequence: number) => PlacedSegment,
  from: PartNumber,
  to: PartNumber,
): number {
  let count = to.part - from.part;
  for (let sequence = from.sequence; sequence < to.sequence; sequence += 1)
    count += at(sequence).parts?.length ?? 0;
  return to.sequence < from.sequence ? 0 : count;
}

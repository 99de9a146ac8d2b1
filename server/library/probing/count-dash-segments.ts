import type { RepresentationInfo, TimelineEntry } from 'mpd-parser';

/**
 * Counts the segments that mpd-parser would make of a representation of a static MPD, without
 * making them. A few characters of an MPD can request more segments than fit into memory.
 * @returns an upper bound; `Infinity` if mpd-parser would never end
 */
export function countDashSegments({ attributes, segmentInfo }: RepresentationInfo): number {
  const { template, base, list, segmentTimeline } = segmentInfo;
  const inherited: Inherited = { ...attributes, ...(template ?? base ?? list) };
  if (inherited.duration) return countByDuration(inherited);
  const isOneFile = template === undefined && base !== undefined;
  return segmentTimeline === undefined || isOneFile
    ? 1
    : countByTimeline(inherited, segmentTimeline);
}

type Inherited = RepresentationInfo['attributes'];

function countByDuration({
  duration = 0,
  timescale = 1,
  endNumber,
  periodDuration,
  sourceDuration,
}: Inherited): number {
  const end = Number.parseInt(endNumber ?? '', 10);
  if (!Number.isNaN(end)) return end;
  return atLeastNone(((periodDuration ?? sourceDuration) * timescale) / duration);
}

function countByTimeline(
  { sourceDuration, timescale = 1 }: Inherited,
  timeline: TimelineEntry[],
): number {
  let total = 0;
  let time = -1;
  for (const [index, { t = 0, d = Number.NaN, r = 0 }] of timeline.entries()) {
    if (time < 0 || t > time) time = t;
    // A negative `r` repeats up to the next entry, or up to the end.
    const next = timeline[index + 1];
    const end = next === undefined ? sourceDuration * timescale : (next.t ?? Number.NaN);
    const count = atLeastNone(r < 0 ? (end - time) / d : r + 1);
    total += count;
    time += count * d;
  }
  return total;
}

/** NaN counts as 0: a comparison with it ends the parser's loops at once. */
function atLeastNone(count: number): number {
  return count > 0 ? Math.ceil(count) : 0;
}

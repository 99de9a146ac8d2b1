/** The readable part of `TimeRanges`, seconds. */
interface Ranges {
  readonly length: number;
  start(index: number): number;
  end(index: number): number;
}

/** @returns the end of the range that holds this time (seconds); without one, the time itself */
export function rangeEnd(ranges: Ranges, seconds: number): number {
  for (let index = 0; index < ranges.length; index += 1)
    if (ranges.start(index) <= seconds && seconds <= ranges.end(index)) return ranges.end(index);
  return seconds;
}

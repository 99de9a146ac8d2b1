/** `TimeRanges`, which has no constructor. Seconds. */
export interface Ranges {
  readonly length: number;
  start(index: number): number;
  end(index: number): number;
}

type Span = readonly [start: number, end: number];

export function makeRanges(spans: readonly Span[]): Ranges {
  const at = (index: number, side: 0 | 1) => {
    const value = spans[index]?.[side];
    if (value === undefined) throw new DOMException('no such range', 'IndexSizeError');
    return value;
  };
  return { length: spans.length, start: (index) => at(index, 0), end: (index) => at(index, 1) };
}

/**
 * The element's buffered ranges, from those of its source buffers (W3C Media Source Extensions,
 * "HTMLMediaElement extensions", `buffered`).
 * @param isEnded whether the media source has ended; then a shorter track counts as buffered to the
 * end of the longest
 */
export function intersectRanges(all: readonly Ranges[], isEnded: boolean): Ranges {
  const tracks = all.map(toSpans);
  const highest = Math.max(0, ...tracks.map((spans) => spans.at(-1)?.[1] ?? 0));
  const [first, ...others] = tracks.map((spans) => (isEnded ? withEnd(spans, highest) : spans));
  return makeRanges(others.reduce(intersect, first ?? []));
}

function toSpans(ranges: Ranges): Span[] {
  return Array.from({ length: ranges.length }, (_, index) => [
    ranges.start(index),
    ranges.end(index),
  ]);
}

function withEnd(spans: Span[], end: number): Span[] {
  const last = spans.at(-1);
  return last === undefined ? spans : [...spans.slice(0, -1), [last[0], end]];
}

function intersect(some: readonly Span[], others: readonly Span[]): Span[] {
  return some.flatMap(([start, end]) =>
    others
      .map(([otherStart, otherEnd]): Span => [Math.max(start, otherStart), Math.min(end, otherEnd)])
      .filter(([from, to]) => from < to),
  );
}

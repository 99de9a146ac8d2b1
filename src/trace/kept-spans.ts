import { performanceLimits } from '../../shared/performance-limits.ts';
import type { TraceSpan } from '../../shared/trace-span.ts';

/** What the debug panel says of a track. */
export interface TrackSummary {
  track: string;
  count: number;
  totalMs: number;
}

let spans: TraceSpan[] = [];
const totals = new Map<string, TrackSummary>();

/** Of either thread, in the page's time: milliseconds since its `timeOrigin`. The oldest go. */
export function keepSpans(more: readonly TraceSpan[]): void {
  spans = [...spans, ...more].slice(-performanceLimits.keptSpansCount);
  for (const { track, startMs, endMs } of more) {
    const before = totals.get(track) ?? { track, count: 0, totalMs: 0 };
    totals.set(track, {
      track,
      count: before.count + 1,
      totalMs: before.totalMs + endMs - startMs,
    });
  }
}

/** The latest of both threads, in order of their beginning. */
export function keptSpans(): TraceSpan[] {
  return spans.toSorted((a, b) => a.startMs - b.startMs);
}

export function trackSummaries(): TrackSummary[] {
  return [...totals.values()];
}

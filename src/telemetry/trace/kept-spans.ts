import { traceLimits } from '../../../shared/limits/trace-limits.ts';
import type { TraceSpan } from '../../../shared/telemetry/trace-span.ts';

/** A row of the debug panel for one track. */
export interface TrackSummary {
  track: string;
  count: number;
  totalMs: number;
}

let spans: TraceSpan[] = [];
const totals = new Map<string, TrackSummary>();

/**
 * Keeps spans of either thread, in milliseconds since the page's `timeOrigin`. When full, the
 * oldest are dropped.
 */
export function keepSpans(more: readonly TraceSpan[]): void {
  spans = [...spans, ...more].slice(-traceLimits.keptSpansCount);
  for (const { track, startMs, endMs } of more) {
    const before = totals.get(track) ?? { track, count: 0, totalMs: 0 };
    totals.set(track, {
      track,
      count: before.count + 1,
      totalMs: before.totalMs + endMs - startMs,
    });
  }
}

/** The latest spans of both threads, ordered by start. */
export function keptSpans(): TraceSpan[] {
  return spans.toSorted((a, b) => a.startMs - b.startMs);
}

export function trackSummaries(): TrackSummary[] {
  return [...totals.values()];
}

import { traceLimits } from '../limits/trace-limits.ts';

/** A subsystem's activity over time. Only pages with `trace=1` record spans. */
export interface TraceSpan {
  track: TraceTrack;
  name: string;
  /** Milliseconds since the `timeOrigin` of the thread that holds it. */
  startMs: number;
  endMs: number;
  properties: readonly (readonly [name: string, value: string])[];
}

/** Tracks and their colours, named as in the extensibility API of DevTools' Performance panel. */
const tracks = {
  bridge: 'primary',
  player: 'secondary',
  engine: 'tertiary',
  ui: 'primary-light',
  'services client': 'secondary-light',
  'worker: services': 'primary-dark',
  'worker: logs': 'secondary-dark',
  'worker: queue': 'tertiary-dark',
  'worker: data': 'tertiary-light',
  'worker: net': 'primary-dark',
  'worker: api': 'secondary-dark',
  'worker: playback': 'tertiary-dark',
  'worker: device': 'primary-light',
  'worker: timers': 'secondary-light',
} as const;
export type TraceTrack = keyof typeof tracks;

const traceGroup = 'Offstage';

/** The part of `Performance` that spans need; both threads have it. */
export interface SpanWriter {
  measure(name: string, options: { start: number; end: number; detail: unknown }): unknown;
  clearMeasures(name: string): void;
}

/**
 * Writes a span onto its track in DevTools:
 * <https://developer.chrome.com/docs/devtools/performance/extension>. Profilers record it at once,
 * so the entry is cleared: a page that is traced for hours keeps none.
 */
export function writeSpan(
  performance: SpanWriter,
  { track, name, startMs, endMs, properties }: TraceSpan,
): void {
  const devtools = {
    dataType: 'track-entry',
    track,
    trackGroup: traceGroup,
    color: tracks[track],
    properties,
  };
  // Prefixed, because clearing also removes other code's entries of this name.
  const entry = `offstage:${name}`;
  performance.measure(entry, {
    start: startMs,
    end: Math.max(endMs, startMs + traceLimits.spanMinMs),
    detail: { devtools },
  });
  performance.clearMeasures(entry);
}

/** Spans from a worker to its page, in the worker's time. */
export interface SpansMessage {
  spans: readonly TraceSpan[];
  /** The worker's: Unix time in milliseconds. */
  timeOriginMs: number;
}

/**
 * Converts a worker's spans to its page's time.
 * @param timeOriginMs of the page
 */
export function alignSpans(
  { spans, timeOriginMs: theirs }: SpansMessage,
  timeOriginMs: number,
): TraceSpan[] {
  const laterMs = theirs - timeOriginMs;
  return spans.map((span) => ({
    ...span,
    startMs: span.startMs + laterMs,
    endMs: span.endMs + laterMs,
  }));
}

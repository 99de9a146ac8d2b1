/** What a subsystem did, from when to when. Only pages with `trace=1` make any. */
export interface TraceSpan {
  /** The subsystem. */
  track: TraceTrack;
  name: string;
  /** Milliseconds since the `timeOrigin` of whoever holds it. */
  startMs: number;
  endMs: number;
  properties: readonly (readonly [name: string, value: string])[];
}

/** Tracks and their colours, as the extensibility API of DevTools' Performance panel names colours. */
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

/** Step of the clock where nothing is isolated. What takes less would have no length, and DevTools draw no such thing on a track. */
const shortestMs = 0.1;

/** As much of `Performance` as spans need; both threads have it. */
export interface SpanWriter {
  measure(name: string, options: { start: number; end: number; detail: unknown }): unknown;
  clearMeasures(name: string): void;
}

/**
 * Writes a span onto its track in DevTools: <https://developer.chrome.com/docs/devtools/performance/extension>. Profilers have it by
 * then, so that the entry goes again: a page that is traced for hours keeps none.
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
  // Those of anybody else with this name would go as well.
  const entry = `offstage:${name}`;
  performance.measure(entry, {
    start: startMs,
    end: Math.max(endMs, startMs + shortestMs),
    detail: { devtools },
  });
  performance.clearMeasures(entry);
}

/** Spans that a worker tells its page, in the worker's own time. */
export interface SpansMessage {
  spans: readonly TraceSpan[];
  /** Of the worker: Unix time in milliseconds. */
  timeOriginMs: number;
}

/** A worker's spans in its page's time. @param timeOriginMs of the page */
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

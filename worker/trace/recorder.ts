import {
  type SpansMessage,
  type SpanWriter,
  type TraceSpan,
  type TraceTrack,
  writeSpan,
} from '../../shared/telemetry/trace-span.ts';

/** Records spans of a traced worker. */
export interface Recorder {
  /** Milliseconds since the worker started. */
  now(): number;
  /** Records a span that ends now. */
  record(
    track: TraceTrack,
    name: string,
    startMs: number,
    properties?: TraceSpan['properties'],
  ): void;
}

export interface RecorderDeps {
  performance: SpanWriter & { now(): number; readonly timeOrigin: number };
  /** Calls once, soon. */
  later(callback: () => void): void;
  post(message: SpansMessage): void;
}

/** Writes spans for DevTools, and posts them to the page in batches. */
export function createRecorder({ performance, later, post }: RecorderDeps): Recorder {
  let waiting: TraceSpan[] = [];

  function flush(): void {
    const spans = waiting;
    waiting = [];
    post({ spans, timeOriginMs: performance.timeOrigin });
  }

  return {
    now: () => performance.now(),
    record(track, name, startMs, properties = []) {
      const span: TraceSpan = { track, name, startMs, endMs: performance.now(), properties };
      writeSpan(performance, span);
      waiting.push(span);
      if (waiting.length === 1) later(flush);
    },
  };
}

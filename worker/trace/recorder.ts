import {
  type SpansMessage,
  type SpanWriter,
  type TraceSpan,
  type TraceTrack,
  writeSpan,
} from '../../shared/trace-span.ts';

/** Takes note of what a worker that is traced does. */
export interface Recorder {
  /** Milliseconds since the worker began. */
  now(): number;
  /** Up to now. */
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
  tellPage(message: SpansMessage): void;
}

/** Writes spans for DevTools, and tells the page of them in one message for many. */
export function createRecorder({ performance, later, tellPage }: RecorderDeps): Recorder {
  let waiting: TraceSpan[] = [];

  function flush(): void {
    const spans = waiting;
    waiting = [];
    tellPage({ spans, timeOriginMs: performance.timeOrigin });
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

import {
  type TraceSpan,
  type TraceTrack,
  writeSpan,
} from '../../../shared/telemetry/trace-span.ts';
import { keepSpans } from './kept-spans.ts';

/**
 * Records a span of the page. Times are milliseconds since its `timeOrigin`; the end defaults to
 * now.
 */
export function recordSpan(
  track: TraceTrack,
  name: string,
  startMs: number,
  properties: TraceSpan['properties'] = [],
  endMs: number = performance.now(),
): void {
  const span: TraceSpan = { track, name, startMs, endMs, properties };
  writeSpan(performance, span);
  keepSpans([span]);
}

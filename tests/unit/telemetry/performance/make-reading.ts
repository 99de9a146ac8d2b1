import type { JudgedReading } from '../../../../src/telemetry/performance/performance-budget.ts';

/** A page without costs, plus the values of a test. */
export function makeReading(changes: Partial<JudgedReading> = {}): JudgedReading {
  return {
    place: 'worker',
    longTasks: { count: 0, longestMs: 0, blockingMs: 0 },
    longFrames: { count: 0, blockingMs: 0, ownScriptMs: 0, otherScriptMs: 0, worst: [] },
    interaction: null,
    layoutShift: 0,
    largestPaint: null,
    pageScripts: { count: 0, bytes: 0 },
    servicesScripts: null,
    requestCount: 0,
    transferredBytes: 0,
    cachedScriptCount: 0,
    mediaBytes: null,
    services: { startMs: null, busyMs: null, messageCount: null },
    start: { embedCreatedMs: null, playToFirstFrameMs: null, firstFrameMs: null },
    messages: { fromHostCount: 0, toHostCount: 0 },
    ...changes,
  };
}

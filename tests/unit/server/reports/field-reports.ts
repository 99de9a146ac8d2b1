import type { EventToStore } from '../../../../server/store/event-store.ts';
import {
  type FieldPerformance,
  fieldEventName,
} from '../../../../shared/telemetry/field-performance.ts';

const goodReport: FieldPerformance = {
  share: 0.1,
  videoId: 'video-a',
  engine: 'hls.js',
  atMs: 9_000,
  place: 'worker',
  longTasks: { count: 2, longestMs: 80, blockingMs: 40 },
  longFrames: {
    count: 1,
    blockingMs: 30,
    ownScriptMs: 50,
    otherScriptMs: 5,
    worst: [
      {
        startMs: 100,
        ms: 90,
        blockingMs: 30,
        scripts: [
          scriptOf('mount-ui-D1Ub_0fx.js', 30),
          scriptOf(null, 5),
          scriptOf('mount-ui-D1Ub_0fx.js', 20),
        ],
      },
    ],
  },
  interaction: {
    inpMs: 56,
    type: 'click',
    startMs: 3_000,
    inputDelayMs: 2,
    processingMs: 20,
    presentationMs: 34,
    script: null,
  },
  layoutShift: 0.01,
  largestPaint: { atMs: 700, areaPx: 100_000 },
  pageScripts: { count: 9, bytes: 60_000 },
  servicesScripts: { count: 1, bytes: 15_000 },
  requestCount: 20,
  transferredBytes: 90_000,
  cachedScriptCount: 0,
  services: { startMs: 120, busyMs: 30, messageCount: 40 },
  start: { embedCreatedMs: 400, playToFirstFrameMs: 350, firstFrameMs: 900 },
  messages: { fromHostCount: 0, toHostCount: 0 },
  device: { class: 'medium', connection: '4g', isSavingData: false },
};

/** Any values: the intake accepts events from any sender. */
export type FieldReportChanges = Partial<Record<keyof FieldPerformance, unknown>>;

/** The report of a measured embed. */
export function fieldReport(
  seq: number,
  changes: FieldReportChanges = {},
  clientVersion: unknown = '0.1.0',
): EventToStore {
  return {
    seq,
    name: fieldEventName,
    eventTimeMs: 1,
    contextJson: JSON.stringify({ client: { clientVersion } }),
    payloadJson: JSON.stringify({ ...goodReport, ...changes }),
  };
}

function scriptOf(script: string | null, ms: number) {
  return { script, function: 'f', invoker: 'user-callback', ms, forcedLayoutMs: 0 };
}

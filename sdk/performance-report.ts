/**
 * The measures that `setPerformanceBudget` accepts. A limit may be reached, but not exceeded.
 * `docs/host-api.md` explains each.
 */
export type PerformanceMeasure =
  | 'blockingMs'
  | 'longTaskMs'
  | 'longFrameBlockingMs'
  | 'ownScriptMs'
  | 'inpMs'
  | 'layoutShift'
  | 'pageScriptBytes'
  | 'servicesScriptBytes'
  | 'mediaBytes'
  | 'requestCount'
  | 'servicesStartMs'
  | 'playToFirstFrameMs'
  | 'messagesToHostCount';

/** `null` is no limit; missing measures stay unchanged. */
export type PerformanceBudget = { [Measure in PerformanceMeasure]?: number | null };

export interface FrameScript {
  /** A file of the player's; `null` for other scripts. */
  script: string | null;
  function: string;
  invoker: string;
  ms: number;
  forcedLayoutMs: number;
}

/**
 * The player's cost for its page, in `onPerformanceReport`: a frame on another site cannot be
 * measured from outside. Times are milliseconds; moments count from `timeOriginMs`. `null`: this
 * browser does not measure it, or it has not happened.
 */
export interface PerformanceReport {
  reason:
    | 'asked'
    | 'first_frame'
    | 'budget_broken'
    | 'quality_reduced'
    | 'vitals_changed'
    | 'paused'
    | 'ended'
    | 'hidden';
  /** Unix time in milliseconds when the frame was opened. */
  timeOriginMs: number;
  atMs: number;
  /** Where the services run: `worker`, `blob-worker` or `page`. */
  place: string | null;
  longTasks: { count: number; longestMs: number; blockingMs: number } | null;
  longFrames: {
    count: number;
    blockingMs: number;
    ownScriptMs: number;
    otherScriptMs: number;
    worst: readonly {
      startMs: number;
      ms: number;
      blockingMs: number;
      scripts: readonly FrameScript[];
    }[];
  } | null;
  interaction: {
    inpMs: number;
    type: string;
    startMs: number;
    inputDelayMs: number;
    processingMs: number;
    presentationMs: number;
    script: FrameScript | null;
  } | null;
  layoutShift: number | null;
  largestPaint: { atMs: number; areaPx: number } | null;
  pageScripts: { count: number; bytes: number };
  servicesScripts: { count: number; bytes: number } | null;
  requestCount: number;
  transferredBytes: number;
  mediaBytes: number | null;
  cachedScriptCount: number;
  services: { startMs: number | null; busyMs: number | null; messageCount: number | null };
  start: {
    embedCreatedMs: number | null;
    playToFirstFrameMs: number | null;
    firstFrameMs: number | null;
  };
  messages: { fromHostCount: number; toHostCount: number };
  budget: {
    measures: {
      name: PerformanceMeasure;
      limit: number;
      value: number | null;
      state: 'kept' | 'broken' | 'unknown';
    }[];
    problems: readonly { code: 'BAD_BUDGET'; field: string; message: string }[];
  };
}

import type { QoeSummary } from '../../../../shared/qoe-summary.ts';

/** A playback without problems. */
export const goodSummary: QoeSummary = {
  end: 'ended',
  isLive: false,
  startMs: 300,
  isAutoplayBlocked: false,
  isExitBeforeStart: false,
  watchedMs: 10_000,
  hiddenMs: 0,
  rebufferCount: 0,
  rebufferMs: 0,
  rebufferPercent: 0,
  seekCount: 0,
  seekMs: 0,
  failure: null,
  errorName: null,
  errorCode: null,
  switchCount: 0,
  averageBitrate: null,
  averageHeight: null,
  averageRate: 1,
  droppedFrames: null,
  totalFrames: null,
};
const neverStarted = { startMs: null, watchedMs: 0, rebufferPercent: null } as const;

/** The possible courses of a playback. */
export const outcomes = {
  good: {},
  rebuffered: { rebufferCount: 2, rebufferMs: 2_500, rebufferPercent: 20 },
  exit: { ...neverStarted, end: 'left', isExitBeforeStart: true },
  blocked: { ...neverStarted, end: 'left', isAutoplayBlocked: true },
  failedBefore: {
    ...neverStarted,
    end: 'failed',
    failure: 'before_start',
    errorName: 'fmt.decode',
    errorCode: 5,
  },
  failedMid: {
    end: 'failed',
    failure: 'mid_stream',
    errorName: 'net.retryexhausted',
    errorCode: 5,
  },
} as const satisfies Record<string, Partial<QoeSummary>>;

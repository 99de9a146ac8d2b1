import type { QoeSummary } from '../../../../shared/telemetry/qoe-summary.ts';

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
  refused: {
    ...neverStarted,
    end: 'failed',
    failure: 'before_start',
    errorName: 'auth.private',
    errorCode: 150,
  },
  refusedLater: {
    end: 'failed',
    failure: 'mid_stream',
    errorName: 'licences.example.org',
    errorCode: 150,
  },
} as const satisfies Record<string, Partial<QoeSummary>>;

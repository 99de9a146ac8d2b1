import type { QoeSummary } from '../../shared/telemetry/qoe-summary.ts';

/** A playback that went well. */
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

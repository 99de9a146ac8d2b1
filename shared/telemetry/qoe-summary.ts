import * as z from 'zod/mini';
import { pageReportLimits } from '../limits/page-report-limits.ts';
import { amount, integer, integerFrom, numberFrom, text } from '../tools/schema.ts';

const time = amount;
const count = integerFrom(0);

/**
 * A playback's quality for its viewer, in the terms of CTA-2066 ("Streaming Quality of Experience
 * Events, Properties and Metrics"). Times are wall-clock milliseconds. Flat, because the provider's
 * log accepts no nesting.
 */
export const qoeSummarySchema = z.object({
  /**
   * Why it is sent: the video ended, another playback began, it failed, or the page was hidden or
   * left, perhaps to return.
   */
  end: z.enum(['ended', 'replaced', 'failed', 'left']),
  isLive: z.boolean(),
  /**
   * Startup time: from the play request to the first moving picture; `null` if none came, or
   * autoplay was refused before.
   */
  startMs: z.nullable(time),
  isAutoplayBlocked: z.boolean(),
  /**
   * Exit before video start: play was requested, and the playback ended without picture and without
   * failure.
   */
  isExitBeforeStart: z.boolean(),
  /** Playing time, including time in the background. */
  watchedMs: time,
  /** Part of `watchedMs` during which the page was not visible. */
  hiddenMs: time,
  rebufferCount: count,
  /** Waiting for data, except at start-up and after a seek. */
  rebufferMs: time,
  /** Rebuffering ratio in percent: of watched plus rebuffering time; `null` if both are zero. */
  rebufferPercent: z.nullable(numberFrom(0, 100)),
  seekCount: count,
  /** From each seek to the picture that follows it. */
  seekMs: time,
  /** Video start failure or video playback failure; `null` without one. */
  failure: z.nullable(z.enum(['before_start', 'mid_stream'])),
  errorName: z.nullable(text(pageReportLimits.textMaxChars)),
  /** As hosts receive it. */
  errorCode: z.nullable(integer),
  /** Quality changes, automatic ones included. */
  switchCount: count,
  /** Bits a second and pixels, weighted by watched time; `null` if unknown. */
  averageBitrate: z.nullable(time),
  averageHeight: z.nullable(time),
  /** Weighted by watched time; `null` if nothing was watched. */
  averageRate: z.nullable(time),
  /** `null` where the browser does not count frames. */
  droppedFrames: z.nullable(count),
  totalFrames: z.nullable(count),
});
export type QoeSummary = z.infer<typeof qoeSummarySchema>;

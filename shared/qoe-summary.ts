import * as z from 'zod/mini';
import { amount, integer, integerFrom, numberFrom, text } from './schema.ts';

const time = amount;
const count = integerFrom(0);

/**
 * How one playback went for its viewer, with the terms of CTA-2066 ("Streaming Quality of Experience Events, Properties and
 * Metrics"). Times are wall-clock milliseconds. Flat, because the provider's log takes nothing else.
 */
export const qoeSummarySchema = z.object({
  /** Why it is told: the video ended, another playback began, it failed, or the page was hidden or left, maybe to come back. */
  end: z.enum(['ended', 'replaced', 'failed', 'left']),
  isLive: z.boolean(),
  /** Startup time: asked to play to the first moving picture; `null` if it never came, or autoplay was refused before. */
  startMs: z.nullable(time),
  isAutoplayBlocked: z.boolean(),
  /** Exit before video start: it was to play, and ended without picture and without failure. */
  isExitBeforeStart: z.boolean(),
  /** Playing time, in the background too. */
  watchedMs: time,
  /** The part of it that nobody can have seen. */
  hiddenMs: time,
  rebufferCount: count,
  /** Waiting for data, without start-up and without what follows a seek. */
  rebufferMs: time,
  /** Rebuffering ratio as a percentage: of watched and rebuffering time together; `null` where there was neither. */
  rebufferPercent: z.nullable(numberFrom(0, 100)),
  seekCount: count,
  /** From the seeks to the picture that follows them. */
  seekMs: time,
  /** Video start failure or video playback failure; `null` without. */
  failure: z.nullable(z.enum(['before_start', 'mid_stream'])),
  errorName: z.nullable(text(100)),
  /** As hosts get it. */
  errorCode: z.nullable(integer),
  /** Changes of the quality, by whoever. */
  switchCount: count,
  /** Bits a second and pixels, weighted with the time watched; `null` where they were not known. */
  averageBitrate: z.nullable(time),
  averageHeight: z.nullable(time),
  /** Weighted with the time watched; `null` where nothing was. */
  averageRate: z.nullable(time),
  /** `null` where the browser does not count them. */
  droppedFrames: z.nullable(count),
  totalFrames: z.nullable(count),
});
export type QoeSummary = z.infer<typeof qoeSummarySchema>;

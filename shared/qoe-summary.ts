import * as v from 'valibot';
import { amount, integer, integerFrom, numberFrom, text } from './schema.ts';

const time = amount;
const count = integerFrom(0);

/**
 * How one playback went for its viewer, with the terms of CTA-2066 ("Streaming Quality of Experience Events, Properties and
 * Metrics"). Times are wall-clock milliseconds. Flat, because the provider's log takes nothing else.
 */
export const qoeSummarySchema = v.object({
  /** Why it is told: the video ended, another playback began, it failed, or the page was hidden or left, maybe to come back. */
  end: v.picklist(['ended', 'replaced', 'failed', 'left']),
  isLive: v.boolean(),
  /** Startup time: asked to play to the first moving picture; `null` if it never came, or autoplay was refused before. */
  startMs: v.nullable(time),
  isAutoplayBlocked: v.boolean(),
  /** Exit before video start: it was to play, and ended without picture and without failure. */
  isExitBeforeStart: v.boolean(),
  /** Playing time, in the background too. */
  watchedMs: time,
  /** The part of it that nobody can have seen. */
  hiddenMs: time,
  rebufferCount: count,
  /** Waiting for data, without start-up and without what follows a seek. */
  rebufferMs: time,
  /** Rebuffering ratio as a percentage: of watched and rebuffering time together; `null` where there was neither. */
  rebufferPercent: v.nullable(numberFrom(0, 100)),
  seekCount: count,
  /** From the seeks to the picture that follows them. */
  seekMs: time,
  /** Video start failure or video playback failure; `null` without. */
  failure: v.nullable(v.picklist(['before_start', 'mid_stream'])),
  errorName: v.nullable(text(100)),
  /** As hosts get it. */
  errorCode: v.nullable(integer),
  /** Changes of the quality, by whoever. */
  switchCount: count,
  /** Bits a second and pixels, weighted with the time watched; `null` where they were not known. */
  averageBitrate: v.nullable(time),
  averageHeight: v.nullable(time),
  /** Weighted with the time watched; `null` where nothing was. */
  averageRate: v.nullable(time),
  /** `null` where the browser does not count them. */
  droppedFrames: v.nullable(count),
  totalFrames: v.nullable(count),
});
export type QoeSummary = v.InferOutput<typeof qoeSummarySchema>;

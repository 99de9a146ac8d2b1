import * as z from 'zod/mini';
import { latencyLimits } from '../limits/latency-limits.ts';
import { pageReportLimits } from '../limits/page-report-limits.ts';
import { amount, integerFrom, list, type Schema, text } from '../tools/schema.ts';
import { collectorPattern } from './collector-pattern.ts';
import { actionBounds, type LatencyActionName } from './latency-actions.ts';
import type { LogPayload } from './log-event.ts';
import { qoeSummarySchema } from './qoe-summary.ts';

const shortText = text(pageReportLimits.textMaxChars);
const cpnSchema = text(pageReportLimits.cpnMaxChars, 1);
const videoIdSchema = text(pageReportLimits.videoIdMaxChars);
/** Milliseconds; the field's name gives the scale. */
const time = amount;

/** A complete action, as the page measured it: moments and facts, no rules. */
const latencyActionSchema = z.object({
  type: z.enum(['action']),
  action: z.enum(Object.keys(actionBounds) as LatencyActionName[]),
  cpn: cpnSchema,
  videoId: videoIdSchema,
  /** The page's `performance.timeOrigin`: Unix milliseconds. */
  timeOriginMs: time,
  ticks: list(
    z.object({ name: shortText, /** Since `timeOriginMs`. */ ms: time }),
    latencyLimits.ticksCount,
  ),
  info: z.object({
    engine: z.nullable(shortText),
    isLive: z.boolean(),
    /** Place in the video. */ positionSec: time,
  }),
});
export type LatencyAction = z.infer<typeof latencyActionSchema>;
export type Tick = LatencyAction['ticks'][number];

const qoeReportSchema = z.object({
  type: z.enum(['qoe']),
  /** The entry's number in the provider's log, and its time. */
  n: integerFrom(1),
  timeMs: time,
  cpn: cpnSchema,
  videoId: videoIdSchema,
  summary: qoeSummarySchema,
});

/** The viewer's state during a playback. */
const playbackPhases = ['idle', 'starting', 'watching', 'seeking', 'rebuffering'] as const;
export type PlaybackPhase = (typeof playbackPhases)[number];

/** The player's state for a CMCD collector. */
const cmcdReadingSchema = z.object({
  type: z.enum(['cmcd']),
  /** The collector's URL, from the page's server. */
  collector: text(pageReportLimits.collectorMaxChars).check(z.regex(collectorPattern)),
  cpn: cpnSchema,
  videoId: videoIdSchema,
  /** Unix milliseconds. */
  atMs: time,
  /** Sent because the interval has passed, not because something changed. */
  isInterval: z.boolean(),
  /** The viewer leaves, or another playback begins. */
  isQuit: z.boolean(),
  phase: z.enum(playbackPhases),
  hasEnded: z.boolean(),
  /** From the play request to the first frame; `null` while unknown. */
  startMs: z.nullable(time),
  errorName: z.nullable(shortText),
  isLive: z.boolean(),
  isVisible: z.boolean(),
  engine: z.nullable(shortText),
  /** Bits a second; 0 if unknown. */
  bitrate: time,
  bufferMs: time,
  positionMs: time,
  playbackRate: time,
});
export type CmcdReading = z.infer<typeof cmcdReadingSchema>;

/** The page's reports to its services on a playback. */
export type PlaybackReport = LatencyAction | z.infer<typeof qoeReportSchema> | CmcdReading;

/** By `type`. */
export const playbackReportSchemas = {
  action: latencyActionSchema,
  qoe: qoeReportSchema,
  cmcd: cmcdReadingSchema,
} satisfies {
  [Type in PlaybackReport['type']]: Schema<Extract<PlaybackReport, { type: Type }>>;
};

/** Events for the page to log: the page numbers events. */
export interface PlaybackAnswer {
  /** Payload of a `latency` event. */
  event: LogPayload | null;
  /** Payload of a `latency_summary` event, as if the playback ended now. */
  summary: LogPayload | null;
}

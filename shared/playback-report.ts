import * as z from 'zod/mini';
import { collectorPattern } from './collector-pattern.ts';
import { actionBounds, type LatencyActionName } from './latency-actions.ts';
import { latencyLimits } from './later-limits.ts';
import type { LogPayload } from './log-event.ts';
import { qoeSummarySchema } from './qoe-summary.ts';
import { amount, integerFrom, list, type Schema, text } from './schema.ts';

const shortText = text(100);
const cpnSchema = text(64, 1);
const videoIdSchema = text(200);
/** Milliseconds, on a scale that its field names. */
const time = amount;

/** An action that is complete, as the page saw it: moments and facts, no rules. */
const latencyActionSchema = z.object({
  type: z.enum(['action']),
  action: z.enum(Object.keys(actionBounds) as LatencyActionName[]),
  cpn: cpnSchema,
  videoId: videoIdSchema,
  /** The page's `performance.timeOrigin`: Unix milliseconds. */
  timeOriginMs: time,
  ticks: list(z.object({ name: shortText, /** Since then. */ ms: time }), latencyLimits.ticksCount),
  info: z.object({
    engine: z.nullable(shortText),
    isLive: z.boolean(),
    /** Where in the video. */ positionSec: time,
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

/** What a playback does with its viewer's time. */
const playbackPhases = ['idle', 'starting', 'watching', 'seeking', 'rebuffering'] as const;
export type PlaybackPhase = (typeof playbackPhases)[number];

/** The player as a CMCD collector is told of it. */
const cmcdReadingSchema = z.object({
  type: z.enum(['cmcd']),
  /** Where the operator wants it; the page has it from its server. */
  collector: text(2_000).check(z.regex(collectorPattern)),
  cpn: cpnSchema,
  videoId: videoIdSchema,
  /** Unix milliseconds. */
  atMs: time,
  /** Told because its time has come, and not because something has changed. */
  isInterval: z.boolean(),
  /** The viewer leaves, or another playback begins. */
  isQuit: z.boolean(),
  phase: z.enum(playbackPhases),
  hasEnded: z.boolean(),
  /** Asked to play to the first picture; `null` while not known. */
  startMs: z.nullable(time),
  errorName: z.nullable(shortText),
  isLive: z.boolean(),
  isVisible: z.boolean(),
  engine: z.nullable(shortText),
  /** Bits a second; 0 when not known. */
  bitrate: time,
  bufferMs: time,
  positionMs: time,
  playbackRate: time,
});
export type CmcdReading = z.infer<typeof cmcdReadingSchema>;

/** What the page tells its services of a playback. */
export type PlaybackReport = LatencyAction | z.infer<typeof qoeReportSchema> | CmcdReading;

/** By `type`. */
export const playbackReportSchemas = {
  action: latencyActionSchema,
  qoe: qoeReportSchema,
  cmcd: cmcdReadingSchema,
} satisfies {
  [Type in PlaybackReport['type']]: Schema<Extract<PlaybackReport, { type: Type }>>;
};

/** What the page shall log of it: it numbers the events. */
export interface PlaybackAnswer {
  /** Payload of a `latency` event. */
  event: LogPayload | null;
  /** Payload of the `latency_summary` event that the playback would end with now. */
  summary: LogPayload | null;
}

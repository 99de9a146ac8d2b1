import { latencyLimits } from './limits.ts';
import type { LogPayload } from './log-event.ts';
import { qoeSummarySchema } from './qoe-summary.ts';
import { type Schema, z } from './zod.ts';

const shortText = z.string().check(z.maxLength(100));
const cpnSchema = z.string().check(z.minLength(1), z.maxLength(64));
const videoIdSchema = z.string().check(z.maxLength(200));
/** Milliseconds, on a scale that its field names. */
const time = z.number().check(z.nonnegative());

/** What is timed, each with the moments at which it begins and ends. */
export const actionBounds = {
  startup: ['open', 'first_frame'],
  first_frame: ['asked', 'first_frame'],
  seek: ['asked', 'seeked'],
  rebuffer: ['stalled', 'playing'],
} as const;
export type LatencyActionName = keyof typeof actionBounds;

/** An action that is complete, as the page saw it: moments and facts, no rules. */
const latencyActionSchema = z.object({
  type: z.literal('action'),
  action: z.enum(Object.keys(actionBounds) as LatencyActionName[]),
  cpn: cpnSchema,
  videoId: videoIdSchema,
  /** The page's `performance.timeOrigin`: Unix milliseconds. */
  timeOriginMs: time,
  ticks: z
    .array(z.object({ name: shortText, /** Since then. */ ms: time }))
    .check(z.maxLength(latencyLimits.ticksCount)),
  info: z.object({
    engine: z.nullable(shortText),
    isLive: z.boolean(),
    /** Where in the video. */ positionSec: time,
  }),
});
export type LatencyAction = z.infer<typeof latencyActionSchema>;
export type Tick = LatencyAction['ticks'][number];

const qoeReportSchema = z.object({
  type: z.literal('qoe'),
  cpn: cpnSchema,
  videoId: videoIdSchema,
  summary: qoeSummarySchema,
});

/** What a playback does with its viewer's time. */
const playbackPhases = ['idle', 'starting', 'watching', 'seeking', 'rebuffering'] as const;
export type PlaybackPhase = (typeof playbackPhases)[number];

/** Encrypted, or on this machine; without a name and password, which `fetch` refuses. */
export const collectorPattern =
  /^(https:\/\/[\w.:[\]-]+|http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?)([/?#]\S*)?$/i;

/** The player as a CMCD collector is told of it. */
const cmcdReadingSchema = z.object({
  type: z.literal('cmcd'),
  /** Where the operator wants it; the page has it from its server. */
  collector: z.string().check(z.maxLength(2_000), z.regex(collectorPattern)),
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

/** By `type`. No union of zod's: its code would go into the script that the events wait for. */
export const playbackReportSchemas: {
  [Type in PlaybackReport['type']]: Schema<Extract<PlaybackReport, { type: Type }>>;
} = { action: latencyActionSchema, qoe: qoeReportSchema, cmcd: cmcdReadingSchema };

/** What the page shall log of it: it numbers the events. */
export interface PlaybackAnswer {
  /** Payload of a `latency` event. */
  event: LogPayload | null;
  /** Payload of the `latency_summary` event that the playback would end with now. */
  summary: LogPayload | null;
}

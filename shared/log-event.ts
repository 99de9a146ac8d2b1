import { logLimits, queueLimits } from './limits.ts';
import { z } from './zod.ts';

/**
 * Tiers of urgency (specification §9). `default` waits 10 s and sends one batch, `dispatch_to_empty` waits 10 s and sends
 * until nothing waits, `fast` waits 5 s, `immediate` leaves with the next task.
 */
export const logTiers = { default: 100, dispatch_to_empty: 200, fast: 300, immediate: 400 } as const;

export type LogTierName = keyof typeof logTiers;
export type LogTier = (typeof logTiers)[LogTierName];

const tierNumbers: ReadonlySet<number> = new Set(Object.values(logTiers));

/** @returns the tier's number for a name or a number, `null` for anything else */
export function parseLogTier(value: unknown): LogTier | null {
  if (typeof value === 'string' && Object.hasOwn(logTiers, value)) return logTiers[value as LogTierName];
  return typeof value === 'number' && tierNumbers.has(value) ? (value as LogTier) : null;
}

/** What an event says: a JSON object. */
export type LogPayload = Record<string, unknown>;

/** An event as the page hands it to the worker: stamped, not yet JSON. */
export interface LogEntry {
  /** +1 an event within a document, from 1. With the document's `sid` it is the event's identity. */
  seq: number;
  name: string;
  payload: LogPayload;
  tier: LogTier;
  /** Unix time in milliseconds. */
  eventTimeMs: number;
  /** Milliseconds since the viewer last did something in the frame; -1 if never. */
  lastActivityMs: number;
  /** Its place among the events of its group. */
  sequence?: EventSequence;
}

export const sidSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/));
export const seqSchema = z.int().check(z.positive());
const eventNamePattern = /^[A-Za-z][\w.:-]*$/;
const eventNameSchema = z.string().check(z.regex(eventNamePattern), z.maxLength(logLimits.nameMaxChars));

/** What `eventNameSchema` says, without its cost: the page asks this for every event it logs. */
export function isEventName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= logLimits.nameMaxChars && eventNamePattern.test(value);
}

/** Orders the events of a group, such as those of one playback: +1 an event from 0; after 65,535 comes 0 again (§9). */
const eventSequenceSchema = z.object({
  index: z.int().check(z.minimum(0), z.maximum(logLimits.sequenceMax)),
  groupKey: z.string().check(z.maxLength(logLimits.groupKeyMaxChars)),
});
export type EventSequence = z.infer<typeof eventSequenceSchema>;

/** An event on the wire and in the store (specification §3, "Logging event"). */
export const logEventSchema = z.object({
  seq: seqSchema,
  eventTimeMs: z.number().check(z.nonnegative()),
  context: z.object({
    lastActivityMs: z.number(),
    sequence: z.optional(eventSequenceSchema),
  }),
  name: eventNameSchema,
  payload: z.record(z.string(), z.unknown()),
});
export type LogEvent = z.infer<typeof logEventSchema>;

/** The entry's form on the wire; its tier stays behind, it only says how urgent sending was. */
export function toLogEvent(entry: LogEntry): LogEvent {
  const { seq, eventTimeMs, lastActivityMs, sequence, name, payload } = entry;
  // Without a sequence the field is left out of the JSON.
  return { seq, eventTimeMs, context: { lastActivityMs, sequence }, name, payload };
}

export const clientContextSchema = z.object({
  client: z.object({
    clientName: z.string().check(z.maxLength(100)),
    clientVersion: z.string().check(z.maxLength(100)),
    hl: z.string().check(z.maxLength(35)),
  }),
});
export type ClientContext = z.infer<typeof clientContextSchema>;

/**
 * The envelope of a batch (specification §3, "Batch request"). `events` is checked one by one with `logEventSchema`, so that
 * one bad event never costs the good ones beside it.
 */
export const logBatchSchema = z.object({
  context: clientContextSchema,
  /** The document that made the events: random, one a page load. */
  sid: sidSchema,
  events: z.array(z.unknown()).check(z.minLength(1), z.maxLength(logLimits.batchCount)),
  /** Unix time in milliseconds at which the request left. */
  requestTimeMs: z.number().check(z.nonnegative()),
  serializedClientEventId: z.string().check(z.minLength(1), z.maxLength(200)),
});

/** A batch as its sender types it. */
export type LogBatch = Omit<z.infer<typeof logBatchSchema>, 'events'> & { events: LogEvent[] };

/** The intake's answer, given after the events are committed. */
export const logReplySchema = z.object({
  accepted: z.int(),
  duplicates: z.int(),
  rejected: z.int(),
  /** Which events were rejected, as indexes into the batch's. Missing if none was. */
  rejections: z.optional(z.array(z.object({ index: z.int() }))),
});
export type LogReply = z.infer<typeof logReplySchema>;

/** Paths of the intake, relative to the embed's origin (specification §7). */
export const logEndpoints = {
  log_event: '/youtubei/v1/log_event?alt=json',
  video_stats: '/youtubei/v1/video_stats?alt=json',
} as const;
export type LogEndpoint = keyof typeof logEndpoints;

/** Events named `video_stats` or `video_stats.…` have an endpoint of their own. */
export function logEndpointOf(name: string): LogEndpoint {
  return name === 'video_stats' || name.startsWith('video_stats.') ? 'video_stats' : 'log_event';
}

/**
 * What the intake has of one document: `GET` on the path of `log_event` with `sid` and `from`. Asked before events go a
 * second time, because a page's last beacon, or an attempt whose answer was lost, may have brought them.
 */
export const storedReplySchema = z.object({
  /** Sorted inclusive ranges of `seq` from `from` on. */
  stored: z.array(z.tuple([seqSchema, seqSchema])).check(z.maxLength(queueLimits.storedRangesCount)),
  /** Whether there are more ranges behind these. */
  isCut: z.boolean(),
});
export type StoredReply = z.infer<typeof storedReplySchema>;

import { logLimits, queueLimits } from './limits.ts';
import { eventNamePattern, type LogEvent } from './log-event.ts';
import { type Schema, z } from './zod.ts';

// What goes over the network and into stores. Apart from `log-event.ts`, because the page needs none of these schemas.

export const sidSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/));
export const seqSchema = z.int().check(z.positive(), z.maximum(logLimits.seqMax));
const eventNameSchema = z.string().check(z.regex(eventNamePattern), z.maxLength(logLimits.nameMaxChars));

const eventSequenceSchema = z.object({
  index: z.int().check(z.minimum(0), z.maximum(logLimits.sequenceMax)),
  groupKey: z.string().check(z.maxLength(logLimits.groupKeyMaxChars)),
});

export const logEventSchema = z.object({
  seq: seqSchema,
  eventTimeMs: z.number().check(z.nonnegative()),
  context: z.object({
    lastActivityMs: z.number(),
    sequence: z.optional(eventSequenceSchema),
  }),
  name: eventNameSchema,
  payload: z.record(z.string(), z.unknown()),
}) satisfies Schema<LogEvent>;

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

/**
 * What the intake has of one document: `GET` on the path of either endpoint with `sid` and `from`; both say the same, because
 * a document's numbers are shared by them. Asked before events go a second time, because a page's last beacon, or an attempt
 * whose answer was lost, may have brought them.
 */
export const storedReplySchema = z.object({
  /** Sorted inclusive ranges of `seq` from `from` on. */
  stored: z
    .array(z.array(seqSchema).check(z.minLength(2), z.maxLength(2)))
    .check(z.maxLength(queueLimits.storedRangesCount)),
  /** Whether there may be more behind these: of what lies behind the last one, this answer says nothing. Ask from there on. */
  isCut: z.boolean(),
});
export type StoredReply = z.infer<typeof storedReplySchema>;

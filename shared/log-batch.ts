import * as v from 'valibot';
import { logLimits } from './limits.ts';
import { eventNamePattern, type LogEvent } from './log-event.ts';
import {
  amount,
  anyObject,
  anything,
  integer,
  integerFrom,
  list,
  number,
  type Schema,
  text,
} from './schema.ts';
import { batchLimits, envelopeLimits, queueLimits } from './services-limits.ts';

// What goes over the network and into stores. Apart from `log-event.ts`, because the page needs none of these schemas.

export const sidSchema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,64}$/));
export const seqSchema = integerFrom(1, batchLimits.seqMax);
const eventNameSchema = v.pipe(text(logLimits.nameMaxChars), v.regex(eventNamePattern));

const eventSequenceSchema = v.object({
  index: integerFrom(0, logLimits.sequenceMax),
  groupKey: text(logLimits.groupKeyMaxChars),
});

export const logEventSchema = v.object({
  seq: seqSchema,
  eventTimeMs: amount,
  context: v.object({
    lastActivityMs: number,
    sequence: v.optional(eventSequenceSchema),
  }),
  name: eventNameSchema,
  payload: anyObject,
}) satisfies Schema<LogEvent>;

/** What a header can hold. */
export const visitorIdSchema = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/));

export const clientContextSchema = v.object({
  client: v.object({
    clientName: text(100),
    clientVersion: text(100),
    hl: text(35),
    /** Tells viewers apart without naming them; missing without their consent, and until it is known. */
    visitorId: v.optional(visitorIdSchema),
    /** Experiments that this page was put into (the page config's `serializedForcedExperimentIds`). */
    experimentIds: v.optional(
      list(integerFrom(0, envelopeLimits.experimentIdMax), envelopeLimits.experimentsCount),
    ),
  }),
});
export type ClientContext = v.InferOutput<typeof clientContextSchema>;

/**
 * The envelope of a batch (specification §3, "Batch request"). `events` is checked one by one with `logEventSchema`, so that
 * one bad event never costs the good ones beside it.
 */
export const logBatchSchema = v.object({
  context: clientContextSchema,
  /** The document that made the events: random, one a page load. */
  sid: sidSchema,
  events: list(anything, logLimits.batchCount, 1),
  /** Unix time in milliseconds at which the request left. */
  requestTimeMs: amount,
  serializedClientEventId: text(200, 1),
});

/** A batch as its sender types it. */
export type LogBatch = Omit<v.InferOutput<typeof logBatchSchema>, 'events'> & { events: LogEvent[] };

/** The intake's answer, given after the events are committed. */
export const logReplySchema = v.object({
  accepted: integer,
  duplicates: integer,
  rejected: integer,
  /** Which events were rejected, as indexes into the batch's. Missing if none was. */
  rejections: v.optional(v.array(v.object({ index: integer }))),
});
export type LogReply = v.InferOutput<typeof logReplySchema>;

/**
 * What the intake has of one document: `GET` on the path of either endpoint with `sid` and `from`; both say the same, because
 * a document's numbers are shared by them. Asked before events go a second time, because a page's last beacon, or an attempt
 * whose answer was lost, may have brought them.
 */
export const storedReplySchema = v.object({
  /** Sorted inclusive ranges of `seq` from `from` on. */
  stored: list(list(seqSchema, 2, 2), queueLimits.storedRangesCount),
  /** Whether there may be more behind these: of what lies behind the last one, this answer says nothing. Ask from there on. */
  isCut: v.boolean(),
});
export type StoredReply = v.InferOutput<typeof storedReplySchema>;

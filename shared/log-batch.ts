import * as z from 'zod/mini';
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

export const sidSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/));
export const seqSchema = integerFrom(1, batchLimits.seqMax);
const eventNameSchema = text(logLimits.nameMaxChars).check(z.regex(eventNamePattern));

const eventSequenceSchema = z.object({
  index: integerFrom(0, logLimits.sequenceMax),
  groupKey: text(logLimits.groupKeyMaxChars),
});

export const logEventSchema = z.object({
  seq: seqSchema,
  eventTimeMs: amount,
  context: z.object({
    lastActivityMs: number,
    sequence: z.optional(eventSequenceSchema),
  }),
  name: eventNameSchema,
  payload: anyObject,
}) satisfies Schema<LogEvent>;

/** What a header can hold. */
export const visitorIdSchema = z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/));

export const clientContextSchema = z.object({
  client: z.object({
    clientName: text(100),
    clientVersion: text(100),
    hl: text(35),
    /** Tells viewers apart without naming them; missing without their consent, and until it is known. */
    visitorId: z.optional(visitorIdSchema),
    /** Experiments that this page was put into (the page config's `serializedForcedExperimentIds`). */
    experimentIds: z.optional(
      list(integerFrom(0, envelopeLimits.experimentIdMax), envelopeLimits.experimentsCount),
    ),
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
  events: list(anything, logLimits.batchCount, 1),
  /** Unix time in milliseconds at which the request left. */
  requestTimeMs: amount,
  serializedClientEventId: text(200, 1),
});

/** A batch as its sender types it. */
export type LogBatch = Omit<z.infer<typeof logBatchSchema>, 'events'> & { events: LogEvent[] };

/** The intake's answer, given after the events are committed. */
export const logReplySchema = z.object({
  accepted: integer,
  duplicates: integer,
  rejected: integer,
  /** Which events were rejected, as indexes into the batch's. Missing if none was. */
  rejections: z.optional(z.array(z.object({ index: integer }))),
});
export type LogReply = z.infer<typeof logReplySchema>;

/**
 * What the intake has of one document: `GET` on the path of either endpoint with `sid` and `from`; both say the same, because
 * a document's numbers are shared by them. Asked before events go a second time, because a page's last beacon, or an attempt
 * whose answer was lost, may have brought them.
 */
export const storedReplySchema = z.object({
  /** Sorted inclusive ranges of `seq` from `from` on. */
  stored: list(list(seqSchema, 2, 2), queueLimits.storedRangesCount),
  /** Whether there may be more behind these: of what lies behind the last one, this answer says nothing. Ask from there on. */
  isCut: z.boolean(),
});
export type StoredReply = z.infer<typeof storedReplySchema>;

/** The server answers no page of this origin, which its operator can put right: until then events wait. */
export const closedReplySchema = z.object({
  error: z.object({ code: z.literal('ORIGIN_NOT_ALLOWED'), message: z.string() }),
});

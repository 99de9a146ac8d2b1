import * as z from 'zod/mini';
import { batchLimits } from '../limits/batch-limits.ts';
import { contextLimits } from '../limits/context-limits.ts';
import { envelopeLimits } from '../limits/envelope-limits.ts';
import { logLimits } from '../limits/log-limits.ts';
import { queueLimits } from '../limits/queue-limits.ts';
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
} from '../tools/schema.ts';
import { eventNamePattern, type LogEvent } from './log-event.ts';

// The wire and store format. Separate from `log-event.ts`, because the page needs none of these
// schemas.

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

/** Limited to characters that a header can hold. */
export const visitorIdSchema = z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/));

export const clientContextSchema = z.object({
  client: z.object({
    clientName: text(envelopeLimits.clientNameMaxChars),
    clientVersion: text(envelopeLimits.clientNameMaxChars),
    hl: text(contextLimits.languageMaxChars),
    /**
     * Distinguishes viewers without naming them; missing without consent, and until it is known.
     */
    visitorId: z.optional(visitorIdSchema),
    /** Experiments that this page is in (the page config's `serializedForcedExperimentIds`). */
    experimentIds: z.optional(
      list(integerFrom(0, envelopeLimits.experimentIdMax), envelopeLimits.experimentsCount),
    ),
  }),
});
export type ClientContext = z.infer<typeof clientContextSchema>;

/**
 * The envelope of a batch (specification §3, "Batch request"). `events` are checked one by one with
 * `logEventSchema`, so that one malformed event does not cost the others.
 */
export const logBatchSchema = z.object({
  context: clientContextSchema,
  /** The document that made the events: random, one a page load. */
  sid: sidSchema,
  events: list(anything, logLimits.batchCount, 1),
  /** Unix time in milliseconds when the request was sent. */
  requestTimeMs: amount,
  serializedClientEventId: text(envelopeLimits.requestIdMaxChars, 1),
});

/** A batch, as its sender types it. */
export type LogBatch = Omit<z.infer<typeof logBatchSchema>, 'events'> & { events: LogEvent[] };

/** The intake's answer, sent after the events are committed. */
export const logReplySchema = z.object({
  accepted: integer,
  duplicates: integer,
  rejected: integer,
  /** The rejected events, as indexes into the batch. Missing if none was rejected. */
  rejections: z.optional(z.array(z.object({ index: integer }))),
});
export type LogReply = z.infer<typeof logReplySchema>;

/**
 * The events of one document that the intake has: `GET` on the path of either endpoint with `sid`
 * and `from`. Both endpoints give the same answer, because they share a document's `seq`s. Asked
 * before events are resent: the page's last beacon, or an attempt whose answer was lost, may have
 * delivered them.
 */
export const storedReplySchema = z.object({
  /** Sorted inclusive ranges of `seq`, from `from` on. */
  stored: list(list(seqSchema, 2, 2), queueLimits.storedRangesCount),
  /**
   * Whether there may be more ranges. The answer covers nothing after the last range: ask again
   * from there.
   */
  isCut: z.boolean(),
});
export type StoredReply = z.infer<typeof storedReplySchema>;

/**
 * The server refuses pages of this origin. Its operator can correct that; until then events wait.
 */
export const closedReplySchema = z.object({
  error: z.object({ code: z.literal('ORIGIN_NOT_ALLOWED'), message: z.string() }),
});

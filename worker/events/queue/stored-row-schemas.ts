import * as z from 'zod/mini';
import { clientContextSchema, seqSchema, sidSchema } from '../../../shared/telemetry/log-batch.ts';
import { type LogEndpoint, logEndpoints, logTiers } from '../../../shared/telemetry/log-event.ts';
import { integer, number, ofList } from '../../../shared/tools/schema.ts';

// Rows are read through schemas, because an older version, another tab or a broken disk may have
// written them.

const storedEventSchema = z.object({
  seq: seqSchema,
  tier: z.literal(Object.values(logTiers)),
  endpoint: z.enum(Object.keys(logEndpoints) as LogEndpoint[]),
  json: z.string(),
});

/** Write-ahead row: one array as it arrived from the page. Key: `[sid, lastSeq]`. */
export const arrivalRowSchema = z.object({
  sid: sidSchema,
  lastSeq: seqSchema,
  context: clientContextSchema,
  /** Unix time in milliseconds. */
  storedMs: number,
  events: z.array(storedEventSchema).check(z.minLength(1, ofList)),
});

/** Specification §4: a request is NEW until it is sent, and QUEUED while it is in flight. */
const requestStatusSchema = z.enum(['NEW', 'QUEUED']);

/** How a request is sent, besides its URL and body (specification §3). */
export const requestOptionsSchema = z.object({
  method: z.enum(['POST']),
  /** `false` once the intake or a proxy could not read it compressed (400, 415). */
  isCompressible: z.boolean(),
});

const draftShape = {
  /** The document that made the events. */
  sid: sidSchema,
  /** The `sid` of the worker that sends them: the document's own, or one that adopted them. */
  owner: sidSchema,
  /**
   * Relative to the origin of the API. Any script of the origin can write rows, but events go to
   * the intake only.
   */
  url: z.string().check(z.regex(/^\/youtubei\/\w+\/(log_event|video_stats)\?/)),
  options: requestOptionsSchema,
  context: clientContextSchema,
  events: z.array(storedEventSchema).check(z.minLength(1, ofList)),
  /** Identifies the batch across all its attempts. */
  clientEventId: z.string(),
  /** When the batch was made, Unix time in milliseconds. */
  timestamp: number,
  /** Whether the intake may already have some of it. */
  isDoubtful: z.optional(z.boolean()),
};

/** A batch on its way to the store. */
export const requestDraftSchema = z.object(draftShape);

/**
 * A batch in the store: the queued log request of specification §3, with the queue's own fields.
 * Key: `id`.
 */
export const requestRowSchema = z.object({
  ...draftShape,
  id: integer,
  status: requestStatusSchema,
  statusSinceMs: number,
  /** Attempts so far, including the current one (`queueLimits.sendCountMax`). */
  sendCount: integer,
  /** Definite rejections so far (`queueLimits.retryCap`). */
  rejectionCount: integer,
});

import * as v from 'valibot';
import { clientContextSchema, seqSchema, sidSchema } from '../../shared/log-batch.ts';
import { type LogEndpoint, logEndpoints, logTiers } from '../../shared/log-event.ts';
import { integer, list, number } from '../../shared/schema.ts';
import { queueLimits } from '../../shared/services-limits.ts';

// Rows are read through schemas: an older version of this code, another tab or a broken disk may have written them.

const storedEventSchema = v.object({
  seq: seqSchema,
  tier: v.picklist(Object.values(logTiers)),
  endpoint: v.picklist(Object.keys(logEndpoints) as LogEndpoint[]),
  json: v.string(),
});

/** Write-ahead: one array as it arrived from the page. Key: `[sid, lastSeq]`. */
export const arrivalRowSchema = v.object({
  sid: sidSchema,
  lastSeq: seqSchema,
  context: clientContextSchema,
  /** Unix time in milliseconds. */
  storedMs: number,
  events: list(storedEventSchema, Infinity, 1),
});
export type ArrivalRow = v.InferOutput<typeof arrivalRowSchema>;

/** Specification §4: a request is NEW until somebody sends it, and QUEUED while it is in flight. */
const requestStatusSchema = v.picklist(['NEW', 'QUEUED']);

/** How a request is made, beside its address and its body (specification §3). */
const requestOptionsSchema = v.object({
  method: v.picklist(['POST']),
  /** Not once the intake, or a proxy before it, could not read it compressed (400, 415). */
  isCompressible: v.boolean(),
});
export type RequestOptions = v.InferOutput<typeof requestOptionsSchema>;

const draftShape = {
  /** The document that made the events. */
  sid: sidSchema,
  /** The `sid` of the worker that sends them: the same, or the one that adopted them. */
  owner: sidSchema,
  /** Relative to the origin of the API. Any script of the origin can write rows, but events go to the intake only. */
  url: v.pipe(v.string(), v.regex(/^\/youtubei\/\w+\/(log_event|video_stats)\?/)),
  options: requestOptionsSchema,
  context: clientContextSchema,
  events: list(storedEventSchema, Infinity, 1),
  /** Names the batch over all its attempts. */
  clientEventId: v.string(),
  /** When the batch was formed, Unix time in milliseconds. */
  timestamp: number,
  /** Whether the intake may have some of it already. */
  isDoubtful: v.optional(v.boolean()),
};

/** A batch on its way to the store. */
const requestDraftSchema = v.object(draftShape);
export type RequestDraft = v.InferOutput<typeof requestDraftSchema>;

/** A batch in the store: the queued log request of specification §3, and what the queue needs besides. Key: `id`. */
export const requestRowSchema = v.object({
  ...draftShape,
  id: integer,
  status: requestStatusSchema,
  statusSinceMs: number,
  /** Attempts so far, the one under way included (`queueLimits.sendCountMax`). */
  sendCount: integer,
  /** Definite rejections so far (`queueLimits.retryCap`). */
  rejectionCount: integer,
});
export type RequestRow = v.InferOutput<typeof requestRowSchema>;

/** Where and how the events of an endpoint are sent. */
export function requestTo(endpoint: LogEndpoint): Pick<RequestDraft, 'url' | 'options'> {
  return { url: logEndpoints[endpoint], options: { method: 'POST', isCompressible: true } };
}

/** How a draft stands in the store. */
export function newRequest(draft: RequestDraft): Omit<RequestRow, 'id'> {
  return { ...draft, status: 'NEW', statusSinceMs: draft.timestamp, sendCount: 0, rejectionCount: 0 };
}

/** Whether a QUEUED request has been so for so long that nobody can be waiting for its answer, however the clock was set. */
export function isLeftInFlight(row: RequestRow, nowMs: number): boolean {
  return Math.abs(nowMs - row.statusSinceMs) > queueLimits.retryExpiryMs;
}

/** Specification §9: what is older is given up. `ms` is looked at before the rest of its row is read. */
export function isExpiredAt(ms: unknown, nowMs: number): boolean {
  return typeof ms === 'number' && nowMs - ms > queueLimits.expiryMs;
}

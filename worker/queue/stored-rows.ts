import { queueLimits } from '../../shared/limits.ts';
import { clientContextSchema, seqSchema, sidSchema } from '../../shared/log-batch.ts';
import { type LogEndpoint, logEndpoints, logTiers } from '../../shared/log-event.ts';
import { z } from '../../shared/zod.ts';

// Rows are read through schemas: an older version of this code, another tab or a broken disk may have written them.

const storedEventSchema = z.object({
  seq: seqSchema,
  tier: z.enum(logTiers),
  endpoint: z.enum(Object.keys(logEndpoints) as LogEndpoint[]),
  json: z.string(),
});

/** Write-ahead: one array as it arrived from the page. Key: `[sid, lastSeq]`. */
export const arrivalRowSchema = z.object({
  sid: sidSchema,
  lastSeq: seqSchema,
  context: clientContextSchema,
  /** Unix time in milliseconds. */
  storedMs: z.number(),
  events: z.array(storedEventSchema).check(z.minLength(1)),
});
export type ArrivalRow = z.infer<typeof arrivalRowSchema>;

/** Specification §4: a request is NEW until somebody sends it, and QUEUED while it is in flight. */
const requestStatusSchema = z.enum(['NEW', 'QUEUED']);

const draftShape = {
  /** The document that made the events. */
  sid: sidSchema,
  /** The `sid` of the worker that sends them: the same, or the one that adopted them. */
  owner: sidSchema,
  endpoint: storedEventSchema.shape.endpoint,
  context: clientContextSchema,
  events: z.array(storedEventSchema).check(z.minLength(1)),
  /** Names the batch over all its attempts. */
  clientEventId: z.string(),
  /** When the batch was formed, Unix time in milliseconds. */
  timestampMs: z.number(),
  /** Whether the intake may have some of it already. */
  isDoubtful: z.optional(z.boolean()),
};

/** A batch on its way to the store. */
const requestDraftSchema = z.object(draftShape);
export type RequestDraft = z.infer<typeof requestDraftSchema>;

/** A batch in the store. Key: `id`. */
export const requestRowSchema = z.object({
  ...draftShape,
  id: z.int(),
  status: requestStatusSchema,
  statusSinceMs: z.number(),
  sendCount: z.int(),
  /** Definite rejections so far (`queueLimits.retryCap`). */
  rejectionCount: z.int(),
});
export type RequestRow = z.infer<typeof requestRowSchema>;

/** How a draft stands in the store. */
export function newRequest(draft: RequestDraft): Omit<RequestRow, 'id'> {
  return { ...draft, status: 'NEW', statusSinceMs: draft.timestampMs, sendCount: 0, rejectionCount: 0 };
}

/** Whether a QUEUED request has been so for so long that nobody can be waiting for its answer, however the clock was set. */
export function isLeftInFlight(row: RequestRow, nowMs: number): boolean {
  return Math.abs(nowMs - row.statusSinceMs) > queueLimits.retryExpiryMs;
}

/** Specification §9: what is older is given up. `ms` is looked at before the rest of its row is read. */
export function isExpiredAt(ms: unknown, nowMs: number): boolean {
  return typeof ms === 'number' && nowMs - ms > queueLimits.expiryMs;
}

import {
  clientContextSchema,
  type LogEndpoint,
  logEndpoints,
  logTiers,
  seqSchema,
  sidSchema,
} from '../../shared/log-event.ts';
import { z } from '../../shared/zod.ts';

// Rows are read through schemas: an older version of this code, another tab or a broken disk may have written them.

const storedEventSchema = z.object({
  seq: seqSchema,
  tier: z.literal(Object.values(logTiers)),
  endpoint: z.literal(Object.keys(logEndpoints) as LogEndpoint[]),
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
const requestStatusSchema = z.literal(['NEW', 'QUEUED']);

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

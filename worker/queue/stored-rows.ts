import type * as z from 'zod/mini';
import { type LogEndpoint, logEndpoints } from '../../shared/log-event.ts';
import { queueLimits } from '../../shared/services-limits.ts';
import type {
  arrivalRowSchema,
  requestDraftSchema,
  requestOptionsSchema,
  requestRowSchema,
} from './stored-row-schemas.ts';

export type ArrivalRow = z.infer<typeof arrivalRowSchema>;
export type RequestOptions = z.infer<typeof requestOptionsSchema>;
export type RequestDraft = z.infer<typeof requestDraftSchema>;
export type RequestRow = z.infer<typeof requestRowSchema>;

/** Where and how the events of an endpoint are sent. */
export function requestTo(endpoint: LogEndpoint): Pick<RequestDraft, 'url' | 'options'> {
  return { url: logEndpoints[endpoint], options: { method: 'POST', isCompressible: true } };
}

/** How a draft stands in the store. */
export function newRequest(draft: RequestDraft): Omit<RequestRow, 'id'> {
  return {
    ...draft,
    status: 'NEW',
    statusSinceMs: draft.timestamp,
    sendCount: 0,
    rejectionCount: 0,
  };
}

/** Whether a QUEUED request has been so for so long that nobody can be waiting for its answer, however the clock was set. */
export function isLeftInFlight(row: RequestRow, nowMs: number): boolean {
  return Math.abs(nowMs - row.statusSinceMs) > queueLimits.retryExpiryMs;
}

/** Specification §9: what is older is given up. `ms` is looked at before the rest of its row is read. */
export function isExpiredAt(ms: unknown, nowMs: number): boolean {
  return typeof ms === 'number' && nowMs - ms > queueLimits.expiryMs;
}

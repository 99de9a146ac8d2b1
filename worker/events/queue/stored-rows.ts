import type * as z from 'zod/mini';
import { queueLimits } from '../../../shared/limits/queue-limits.ts';
import { type LogEndpoint, logEndpoints } from '../../../shared/telemetry/log-event.ts';
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

/** URL and options for an endpoint's events. */
export function requestTo(endpoint: LogEndpoint): Pick<RequestDraft, 'url' | 'options'> {
  return { url: logEndpoints[endpoint], options: { method: 'POST', isCompressible: true } };
}

export function seqsOfAll(drafts: readonly Pick<RequestDraft, 'events'>[]): Set<number> {
  return new Set(drafts.flatMap(({ events }) => events.map(({ seq }) => seq)));
}

/** A draft as a stored row. */
export function newRequest(draft: RequestDraft): Omit<RequestRow, 'id'> {
  return {
    ...draft,
    status: 'NEW',
    statusSinceMs: draft.timestamp,
    sendCount: 0,
    rejectionCount: 0,
  };
}

/**
 * Whether a QUEUED request's lease has expired: too long ago, in either direction of the clock, for
 * an answer to be awaited.
 */
export function isLeftInFlight(row: RequestRow, nowMs: number): boolean {
  return Math.abs(nowMs - row.statusSinceMs) > queueLimits.retryExpiryMs;
}

/**
 * Specification §9: older rows are dropped. Takes `unknown`, because `ms` is read before its row is
 * checked.
 */
export function isExpiredAt(ms: unknown, nowMs: number): boolean {
  return typeof ms === 'number' && nowMs - ms > queueLimits.expiryMs;
}

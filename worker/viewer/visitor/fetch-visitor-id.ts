import { visitorLimits } from '../../../shared/limits/visitor-limits.ts';
import { err, ok, type Result } from '../../../shared/tools/result.ts';
import { visitorIdReplyShape } from '../../../shared/wire/shapes/visitor-id-reply.ts';
import { visitorIdPath } from '../../../shared/wire/visitor-id-path.ts';
import { parseReply } from '../../events/sending/parse-reply.ts';

export type VisitorFetchFailure =
  | 'MISSING_FROM_SERVER'
  | 'REQUEST_FAILED'
  | 'TIMED_OUT'
  | 'BAD_REPLY'
  | 'UNKNOWN_ERROR';

export interface FetchVisitorIdDeps {
  fetch: typeof fetch;
  timeoutSignal(ms: number): AbortSignal;
  /** Origin of the embed page; the path is resolved against it. */
  origin: string;
}

/** @param known the id to renew; `null` without one */
export type FetchVisitorId = (known: string | null) => Promise<Result<string, VisitorFetchFailure>>;

export function createFetchVisitorId({
  fetch,
  timeoutSignal,
  origin,
}: FetchVisitorIdDeps): FetchVisitorId {
  return async (known) => {
    try {
      const response = await fetch(new URL(visitorIdPath, origin), {
        headers: known === null ? {} : { 'X-Visitor-Id': known },
        credentials: 'same-origin',
        signal: timeoutSignal(visitorLimits.timeoutMs),
      });
      const text = await response.text();
      if (!response.ok) return err('REQUEST_FAILED', `Request failed, status=${response.status}`);
      const reply = parseReply(text, visitorIdReplyShape);
      if (!reply.ok) return reply;
      const { visitorId } = reply.value;
      return visitorId === undefined
        ? err('MISSING_FROM_SERVER', 'Biscotti ID is missing from server')
        : ok(visitorId);
    } catch (error) {
      return error instanceof DOMException && error.name === 'TimeoutError'
        ? err('TIMED_OUT', 'Request timed out')
        : err('UNKNOWN_ERROR', `Unknown request error: ${String(error)}`);
    }
  };
}

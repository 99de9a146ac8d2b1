import { queueLimits } from '../../../shared/limits/queue-limits.ts';
import type { ErrorReport } from '../../../shared/telemetry/error-report.ts';
import { errorReportPath } from '../../../shared/telemetry/error-report-path.ts';
import { isRejection } from '../../events/sending/retry-policy.ts';

export interface PostReportDeps {
  fetch: typeof fetch;
  timeoutSignal(ms: number): AbortSignal;
  /** Origin of the embed page; the path is resolved against it. */
  origin: string;
}

/** @returns `refused` if a retry cannot help, `failed` if it may */
export type PostReport = (report: ErrorReport) => Promise<'taken' | 'refused' | 'failed'>;

/** Sends a report as specification §7 defines it: the error in the URL, its details in the body. */
export function createPostReport({ fetch, timeoutSignal, origin }: PostReportDeps): PostReport {
  return async (report) => {
    const url = new URL(errorReportPath, origin);
    url.search = urlParams(report).toString();
    try {
      const response = await fetch(url, {
        method: 'POST',
        // Form fields need no preflight, whatever this context's origin is.
        body: postParams(report),
        credentials: 'omit',
        signal: timeoutSignal(queueLimits.requestTimeoutMs),
      });
      // An unread body keeps its connection.
      await response.text();
      // A captive portal answers every request, but never with 204.
      if (response.status === 204) return 'taken';
      return isRejection(response.status) ? 'refused' : 'failed';
    } catch {
      return 'failed';
    }
  };
}

function urlParams({
  type,
  message,
  line,
  level,
  context: { client },
}: ErrorReport): URLSearchParams {
  return new URLSearchParams({
    a: 'logerror',
    t: 'jserror',
    type,
    msg: message,
    line: String(line),
    level,
    'client.name': client.clientName,
  });
}

function postParams({
  id,
  sid,
  timeMs,
  source,
  stack,
  paramsJson,
  context: { client },
}: ErrorReport): URLSearchParams {
  return new URLSearchParams({
    id,
    sid,
    timeMs: String(timeMs),
    source,
    stack,
    'client.version': client.clientVersion,
    params: paramsJson,
  });
}

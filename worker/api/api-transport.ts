import { apiLimits } from '../../shared/limits/api-limits.ts';
import type { ClientContext } from '../../shared/telemetry/log-batch.ts';
import type { Clock } from '../../shared/tools/clock.ts';
import { err, ok, type Result } from '../../shared/tools/result.ts';
import type { ApiFailureCode } from '../../shared/wire/api-failure-code.ts';
import type { Gzip } from '../events/sending/compress-body.ts';
import { createSendCompressed } from '../events/sending/send-compressed.ts';
import type { ProviderLog } from '../reports/provider-log/provider-log.ts';
import { type ApiIdentity, apiHeaders } from './api-headers.ts';

/** Sends one call: compressed where it pays, with a deadline, cancelled when the services end. */
export interface ApiTransport {
  /**
   * @param body JSON, `null` for a GET
   * @returns the reply's text, guard included
   */
  send(
    path: string,
    body: string | null,
    identity: ApiIdentity,
  ): Promise<Result<string, ApiFailureCode>>;
}

export interface ApiTransportDeps {
  fetch: typeof fetch;
  gzip: Gzip;
  clock: Clock;
  /** Origin of the API; paths are resolved against it. */
  origin: string;
  isOpaque: boolean;
  /** Whether requests to that origin are cross-origin. */
  crossesTo(origin: string): boolean;
  context: ClientContext;
  logToProvider: ProviderLog['log'];
  /** Aborts when the services end. */
  signal: AbortSignal;
}

export function createApiTransport(deps: ApiTransportDeps): ApiTransport {
  const { fetch, clock, origin, isOpaque, context, logToProvider, signal } = deps;
  const sendCompressed = createSendCompressed(deps.gzip);

  /** One deadline covers a call with all its attempts. */
  async function inTime<T>(job: (end: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const cancel = () => controller.abort(signal.reason);
    const cancelTimer = clock.setTimer(
      () => controller.abort(new DOMException('The deadline has passed.', 'TimeoutError')),
      apiLimits.timeoutMs,
    );
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await job(controller.signal);
    } finally {
      cancelTimer();
      signal.removeEventListener('abort', cancel);
    }
  }

  async function exchange(
    path: string,
    init: RequestInit,
  ): Promise<{ status: number; text: string }> {
    const response = await fetch(new URL(path, origin), init);
    // Always read the body: unread, it keeps its connection. The signal covers the reading too.
    return { status: response.status, text: await response.text() };
  }

  function request(path: string, text: string | null, identity: ApiIdentity, signal: AbortSignal) {
    const parts = { context, identity, isOpaque };
    const init = { credentials: identity.credentials, signal };
    if (text === null)
      return exchange(path, { ...init, headers: apiHeaders({ ...parts, body: null }) });
    return sendCompressed(text, (body, isCompressed) =>
      exchange(path, {
        ...init,
        method: 'POST',
        headers: apiHeaders({ ...parts, body: isCompressed ? 'gzip' : 'plain' }),
        body,
      }),
    );
  }

  return {
    async send(path, body, identity) {
      if (signal.aborted) return cancelled;
      try {
        const { status, text } = await inTime((end) => request(path, body, identity, end));
        if (signal.aborted) return cancelled;
        if (status >= 200 && status < 300) return ok(text);
        logToProvider('api_fetch_failed', {
          message: 'Error: API fetch failed',
          path: pathname(path),
          status,
        });
        const message = `Request failed, status=${status}`;
        return status === 404
          ? err('NOT_FOUND', `${message}: there is nothing under this id.`)
          : err('REQUEST_FAILED', message);
      } catch (error) {
        if (signal.aborted) return cancelled;
        return isTimeout(error)
          ? err('TIMED_OUT', 'Request timed out')
          : err('UNKNOWN_ERROR', `Unknown request error: ${String(error)}`);
      }
    },
  };
}

const cancelled = err('CANCELLED', 'Unknown request error: the services have been disposed of.');

/** Drops the query, which may hold a key. */
function pathname(path: string): string {
  return path.split('?', 1)[0]?.slice(0, apiLimits.shownPathMaxChars) ?? '';
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

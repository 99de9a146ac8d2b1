import { queueLimits } from '../../../shared/limits/queue-limits.ts';
import type { RequestOptions } from '../queue/stored-rows.ts';
import type { Gzip } from './compress-body.ts';
import { type Body, createSendCompressed } from './send-compressed.ts';

export interface Reply {
  status: number;
  retryAfter: string | null;
  text: string;
  /** Whether the server could read it compressed, or may be able to. */
  isCompressible: boolean;
}

export interface PostDeps {
  fetch: typeof fetch;
  gzip: Gzip;
  timeoutSignal(ms: number): AbortSignal;
  /** Origin of the API; paths are resolved against it. */
  origin: string;
  /**
   * Whether requests to that origin are cross-origin: this context is opaque, or the page is hosted
   * elsewhere.
   */
  crossesTo(origin: string): boolean;
}

/** @throws (rejects) the error of `fetch` when there is no answer, and a TimeoutError */
export type PostText = (path: string, text: string, options?: RequestOptions) => Promise<Reply>;

const defaultOptions: RequestOptions = { method: 'POST', isCompressible: true };

/** Sends JSON, compressed where it pays. */
export function createPostText({
  fetch,
  gzip,
  timeoutSignal,
  origin,
  crossesTo,
}: PostDeps): PostText {
  const isCrossing = crossesTo(origin);
  const sendCompressed = createSendCompressed(gzip);
  return (path, text, { method, isCompressible } = defaultOptions) => {
    let attemptCount = 0;
    async function send(body: Body, isCompressed: boolean): Promise<Reply> {
      attemptCount++;
      const response = await fetch(new URL(path, origin), {
        method,
        headers: bodyHeaders(isCrossing, isCompressed),
        body,
        credentials: 'omit',
        keepalive: false,
        signal: timeoutSignal(queueLimits.requestTimeoutMs),
      });
      // Always read the body: unread, it keeps its connection. The signal covers the reading too.
      return {
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        text: await response.text(),
        // A second attempt means that the compressed body was refused.
        isCompressible: isCompressible && attemptCount === 1,
      };
    }
    return isCompressible ? sendCompressed(text, send) : send(text, false);
  };
}

/** No request may need a preflight: when a page ends, its round trip would take too long. */
function bodyHeaders(isCrossing: boolean, isCompressed: boolean): Record<string, string> {
  // Across origins, only plain text without an encoding header needs no preflight. The intake
  // detects gzip by its first two bytes.
  if (isCrossing) return { 'Content-Type': 'text/plain' };
  return {
    'Content-Type': 'application/json',
    ...(isCompressed && { 'Content-Encoding': 'gzip' }),
  };
}

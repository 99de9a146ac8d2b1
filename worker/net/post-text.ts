import { queueLimits } from '../../shared/services-limits.ts';
import type { RequestOptions } from '../queue/stored-rows.ts';
import type { Gzip } from './compress-body.ts';
import { type Body, createSendCompressed } from './send-compressed.ts';

export interface Reply {
  status: number;
  retryAfter: string | null;
  text: string;
  /** Whether it was read compressed, or might be. */
  isCompressible: boolean;
}

export interface PostDeps {
  fetch: typeof fetch;
  gzip: Gzip;
  timeoutSignal(ms: number): AbortSignal;
  /** Of the API; paths are resolved against it. */
  origin: string;
  /** Whether requests to it cross origins: this context has none of its own, or the page lies elsewhere. */
  crossesTo(origin: string): boolean;
}

/** @throws (rejects) what `fetch` throws when nobody answered, and a TimeoutError */
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
      // Always read: a body that nobody reads keeps its connection, and the signal covers reading it.
      return {
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        text: await response.text(),
        // The second attempt is the same body uncompressed.
        isCompressible: isCompressible && attemptCount === 1,
      };
    }
    return isCompressible ? sendCompressed(text, send) : send(text, false);
  };
}

/** No request may need a preflight: at a page's end it would be the one round trip too many. */
function bodyHeaders(isCrossing: boolean, isCompressed: boolean): Record<string, string> {
  // Across origins only plain text needs none, and an encoding would; the intake knows gzip by its first two bytes.
  if (isCrossing) return { 'Content-Type': 'text/plain' };
  return {
    'Content-Type': 'application/json',
    ...(isCompressed && { 'Content-Encoding': 'gzip' }),
  };
}

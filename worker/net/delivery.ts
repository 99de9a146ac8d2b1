import { queueLimits } from '../../shared/limits.ts';
import { logEndpoints, logReplySchema } from '../../shared/log-event.ts';
import { firstIssue } from '../../shared/zod.ts';
import type { RequestRow } from '../queue/stored-rows.ts';
import { type Gzip, isCompressible } from './compress-body.ts';
import { isRejection, parseRetryAfter } from './retry-policy.ts';
import { stripGuard } from './strip-guard.ts';

/** What came of one attempt. `reason` is for a person. */
export type Outcome =
  | { type: 'delivered' }
  /** The intake read it and will not have it. */
  | { type: 'rejected'; reason: string }
  /** It may be the network's fault: nobody has said no. */
  | { type: 'failed'; reason: string; retryAfterMs: number | null };

export type Deliver = (request: RequestRow) => Promise<Outcome>;

export interface DeliveryDeps {
  fetch: typeof fetch;
  gzip: Gzip;
  now(): number;
  timeoutSignal(ms: number): AbortSignal;
  /** Of the embed page; the intake's paths are resolved against it. */
  origin: string;
  /** Whether this context's own origin is opaque, so that every request of it crosses origins. */
  isOpaque: boolean;
}

/** Makes one attempt at a time. Remembers for the session whether the intake takes compressed bodies. */
export function createDelivery({ fetch, gzip, now, timeoutSignal, origin, isOpaque }: DeliveryDeps): Deliver {
  let canCompress = true;

  async function post(request: RequestRow, text: string, isCompressed: boolean): Promise<Reply> {
    const response = await fetch(new URL(logEndpoints[request.endpoint], origin), {
      method: 'POST',
      headers: bodyHeaders(isOpaque, isCompressed),
      body: isCompressed ? await gzip(text) : text,
      credentials: 'omit',
      keepalive: false,
      signal: timeoutSignal(queueLimits.requestTimeoutMs),
    });
    // Always read: a body that nobody reads keeps its connection, and the signal covers reading it.
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      text: await response.text(),
    };
  }

  return async (request) => {
    const text = batchText(request, now());
    const isCompressed = canCompress && isCompressible(text.length);
    try {
      const reply = await post(request, text, isCompressed);
      if (!isCompressed || (reply.status !== 400 && reply.status !== 415)) return outcomeOf(reply, now());
      // Specification §8: these mean that somebody on the way cannot read it. It goes again as it is, at once.
      canCompress = false;
      return outcomeOf(await post(request, text, false), now());
    } catch (error) {
      return { type: 'failed', reason: `the intake was not reached: ${String(error)}`, retryAfterMs: null };
    }
  };
}

interface Reply {
  status: number;
  retryAfter: string | null;
  text: string;
}

/** No request may need a preflight: at a page's end it would be the one round trip too many. */
function bodyHeaders(isOpaque: boolean, isCompressed: boolean): Record<string, string> {
  // Across origins only plain text needs none, and an encoding would; the intake knows gzip by its first two bytes.
  if (isOpaque) return { 'Content-Type': 'text/plain' };
  return { 'Content-Type': 'application/json', ...(isCompressed && { 'Content-Encoding': 'gzip' }) };
}

/** A `LogBatch`. Its events are JSON already. */
function batchText({ context, sid, events, clientEventId }: RequestRow, requestTimeMs: number): string {
  const envelope = JSON.stringify({ context, sid, requestTimeMs, serializedClientEventId: clientEventId });
  return `${envelope.slice(0, -1)},"events":[${events.map((event) => event.json).join()}]}`;
}

function outcomeOf({ status, retryAfter, text }: Reply, nowMs: number): Outcome {
  if (isRejection(status)) return { type: 'rejected', reason: `the intake answered ${status}` };
  if (status < 200 || status > 299) {
    return {
      type: 'failed',
      reason: `the intake answered ${status}`,
      retryAfterMs: parseRetryAfter(retryAfter, nowMs),
    };
  }
  const issue = replyIssue(text);
  if (issue === null) return { type: 'delivered' };
  // A captive portal answers 200 to everything: only the intake's own reply proves that it has the events.
  return { type: 'failed', reason: `something other than the intake answered: ${issue}`, retryAfterMs: null };
}

function replyIssue(text: string): string | null {
  try {
    const parsed = logReplySchema.safeParse(JSON.parse(stripGuard(text)));
    return parsed.success ? null : firstIssue(parsed.error);
  } catch (error) {
    return String(error);
  }
}

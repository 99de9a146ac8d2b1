import { queueLimits } from '../../shared/limits.ts';
import { type LogReply, logEndpoints, logReplySchema } from '../../shared/log-event.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { firstIssue } from '../../shared/zod.ts';
import type { RequestRow } from '../queue/stored-rows.ts';
import { type Gzip, isCompressible } from './compress-body.ts';
import { isRejection, parseRetryAfter } from './retry-policy.ts';
import { stripGuard } from './strip-guard.ts';

/** What came of one attempt. `reason` is for a person. */
export type Outcome =
  | {
      type: 'delivered';
      /** Events that it will not have, as far as it names them. */
      rejectedSeqs: number[];
    }
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
      if (!isCompressed || (reply.status !== 400 && reply.status !== 415))
        return outcomeOf(reply, request, now());
      // Specification §8: these mean that somebody on the way cannot read it. It goes again as it is, at once.
      canCompress = false;
      return outcomeOf(await post(request, text, false), request, now());
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

function outcomeOf({ status, retryAfter, text }: Reply, { events }: RequestRow, nowMs: number): Outcome {
  if (isRejection(status)) return { type: 'rejected', reason: `the intake answered ${status}` };
  if (status < 200 || status > 299) {
    return {
      type: 'failed',
      reason: `the intake answered ${status}`,
      retryAfterMs: parseRetryAfter(retryAfter, nowMs),
    };
  }
  const reply = parseReply(text);
  if (!reply.ok) {
    // A captive portal answers 200 to everything: only the intake's own reply proves that it has the events.
    const reason = `something other than the intake answered: ${reply.error.message}`;
    return { type: 'failed', reason, retryAfterMs: null };
  }
  // If `rejected` is more than these, nobody knows which the others are; they count as delivered.
  const rejected = new Set(reply.value.rejections?.map(({ index }) => index));
  return {
    type: 'delivered',
    rejectedSeqs: events.filter((_, index) => rejected.has(index)).map((event) => event.seq),
  };
}

function parseReply(text: string): Result<LogReply, 'BAD_REPLY'> {
  try {
    const parsed = logReplySchema.safeParse(JSON.parse(stripGuard(text)));
    return parsed.success ? ok(parsed.data) : err('BAD_REPLY', firstIssue(parsed.error));
  } catch (error) {
    return err('BAD_REPLY', String(error));
  }
}

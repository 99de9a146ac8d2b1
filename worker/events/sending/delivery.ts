import { logBatchText } from '../../../shared/telemetry/log-batch-text.ts';
import { closedReplyShape } from '../../../shared/telemetry/shapes/closed-reply.ts';
import { logReplyShape } from '../../../shared/telemetry/shapes/log-reply.ts';
import type { RequestRow } from '../queue/stored-rows.ts';
import { parseReply } from './parse-reply.ts';
import type { PostText, Reply } from './post-text.ts';
import { isRejection, parseRetryAfter } from './retry-policy.ts';

/** Result of one attempt. `reason` is for people. */
export type Outcome =
  | {
      type: 'delivered';
      /** Events that the intake rejected, as far as its reply names them. */
      rejectedSeqs: number[];
    }
  /** The intake read the request and rejected it. `isTooLarge`: a smaller request may pass. */
  | { type: 'rejected'; reason: string; isTooLarge?: boolean; isCompressible?: boolean }
  | Failed;

/** The network may have failed: the intake did not reject the request. */
export interface Failed {
  type: 'failed';
  reason: string;
  retryAfterMs: number | null;
  /** There was no answer at all. */
  isUnreached: boolean;
  /** The intake may have stored the events anyway. */
  isDoubtful: boolean;
  /** `false` if the server could not read the compressed body. */
  isCompressible?: boolean;
}

/** @returns a failure about which only `known` is known */
export function failed(reason: string, known: Partial<Failed> = {}): Failed {
  return {
    type: 'failed',
    reason,
    retryAfterMs: null,
    isUnreached: false,
    isDoubtful: true,
    ...known,
  };
}

/** @param error the error that `fetch` threw */
export function unreached(error: unknown): Failed {
  return failed(`the intake was not reached: ${String(error)}`, { isUnreached: true });
}

/** Makes one attempt. */
export type Deliver = (request: RequestRow) => Promise<Outcome>;

export interface DeliveryDeps {
  postText: PostText;
  now(): number;
}

export function createDelivery({ postText, now }: DeliveryDeps): Deliver {
  return async (request) => {
    try {
      const events = request.events.map(({ json }) => json);
      const body = logBatchText(request, events, now(), request.clientEventId);
      const reply = await postText(request.url, body, request.options);
      return outcomeOf(reply, request, now());
    } catch (error) {
      return unreached(error);
    }
  };
}

/** The intake answers "too many requests" and "unavailable" before it stores anything. */
const storedNothing: ReadonlySet<number> = new Set([429, 503]);

function outcomeOf(
  { status, retryAfter, text, isCompressible }: Reply,
  { events }: RequestRow,
  nowMs: number,
): Outcome {
  const closed = status === 403 ? parseReply(text, closedReplyShape) : null;
  if (closed?.ok) return failed(closed.value.error.message, { isDoubtful: false });
  if (isRejection(status))
    return {
      type: 'rejected',
      reason: `the intake answered ${status}`,
      isTooLarge: status === 413,
      isCompressible,
    };
  if (status < 200 || status > 299) {
    const known = {
      retryAfterMs: parseRetryAfter(retryAfter, nowMs),
      isDoubtful: !storedNothing.has(status),
      isCompressible,
    };
    return failed(`the intake answered ${status}`, known);
  }
  const reply = parseReply(text, logReplyShape);
  if (!reply.ok) {
    // A captive portal answers 200 to every request. Only the intake's own reply proves that it has
    // the events.
    return failed(`something other than the intake answered: ${reply.error.message}`, {
      isCompressible,
    });
  }
  // If `rejected` exceeds the listed rejections, the others are unknown and count as delivered.
  const rejected = new Set(reply.value.rejections?.map(({ index }) => index));
  return {
    type: 'delivered',
    rejectedSeqs: events.filter((_, index) => rejected.has(index)).map((event) => event.seq),
  };
}

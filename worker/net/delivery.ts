import { logBatchText } from '../../shared/log-batch-text.ts';
import { closedReplyShape } from '../../shared/shapes/closed-reply.ts';
import { logReplyShape } from '../../shared/shapes/log-reply.ts';
import type { RequestRow } from '../queue/stored-rows.ts';
import { parseReply } from './parse-reply.ts';
import type { PostText, Reply } from './post-text.ts';
import { isRejection, parseRetryAfter } from './retry-policy.ts';

/** What came of one attempt. `reason` is for a person. */
export type Outcome =
  | {
      type: 'delivered';
      /** Events that it will not have, as far as it names them. */
      rejectedSeqs: number[];
    }
  /** The intake read it and will not have it. `isTooLarge`: less at once may pass. */
  | { type: 'rejected'; reason: string; isTooLarge?: boolean; isCompressible?: boolean }
  | Failed;

/** It may be the network's fault: nobody has said no. */
export interface Failed {
  type: 'failed';
  reason: string;
  retryAfterMs: number | null;
  /** Nobody answered at all. */
  isUnreached: boolean;
  /** The intake may have stored it all the same. */
  isDoubtful: boolean;
  /** `false` if it could not be read compressed. */
  isCompressible?: boolean;
}

/** @returns the failure that one knows least of, but for what is known */
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

/** @param error what `fetch` threw */
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

/** "Too many requests" and "unavailable" are said before anything is stored. */
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
    // A captive portal answers 200 to everything: only the intake's own reply proves that it has the events.
    return failed(`something other than the intake answered: ${reply.error.message}`, {
      isCompressible,
    });
  }
  // If `rejected` is more than these, nobody knows which the others are; they count as delivered.
  const rejected = new Set(reply.value.rejections?.map(({ index }) => index));
  return {
    type: 'delivered',
    rejectedSeqs: events.filter((_, index) => rejected.has(index)).map((event) => event.seq),
  };
}

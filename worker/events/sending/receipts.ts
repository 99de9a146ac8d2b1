import { connectivityLimits } from '../../../shared/limits/connectivity-limits.ts';
import { queueLimits } from '../../../shared/limits/queue-limits.ts';
import type { SeqRange } from '../../../shared/rpc/news.ts';
import { logEndpoints } from '../../../shared/telemetry/log-event.ts';
import { storedReplyShape } from '../../../shared/telemetry/shapes/stored-reply.ts';
import { createSeqSet, type SeqSet } from '../../../shared/tools/seq-set.ts';
import type { RequestRow } from '../queue/stored-rows.ts';
import { type Deliver, type Failed, failed, type Outcome, unreached } from './delivery.ts';
import { parseReply } from './parse-reply.ts';
import { isRejection, parseRetryAfter } from './retry-policy.ts';

/**
 * Prevents events from being sent twice, by asking the intake which it has.
 *
 * 1. Before sending a doubtful request, or one with beaconed events, ask for the `seq`s that the
 *    intake has of its document. Requests under `reconcileMinChars` are just sent.
 * 2. Only events that the intake lacks are sent.
 * 3. One answer serves all requests of a document, until an attempt fails or the page sends events
 *    itself.
 * 4. An intake that rejects the question is not asked again.
 */
export interface Receipts {
  /** Delivers those events of a request that the intake lacks. */
  deliver: Deliver;
  /** The page has sent these events of this document by beacon. */
  addBeaconed(ranges: readonly SeqRange[]): void;
}

export interface ReceiptsDeps {
  sid: string;
  deliver: Deliver;
  fetch: typeof fetch;
  now(): number;
  timeoutSignal(ms: number): AbortSignal;
  /** Origin of the embed page. */
  origin: string;
}

interface Known {
  fromSeq: number;
  /** The last `seq` that the answer covers. */
  toSeq: number;
  stored: SeqSet;
}

export function createReceipts({
  sid,
  deliver,
  fetch,
  now,
  timeoutSignal,
  origin,
}: ReceiptsDeps): Receipts {
  /** Answers by document. One answer serves all requests of a document. */
  const known = new Map<string, Known>();
  const beaconed = createSeqSet();
  let isOffered = true;
  let failureCount = 0;

  function isWorthAsking(request: RequestRow): boolean {
    if (!isOffered) return false;
    const chars = request.events.reduce((sum, event) => sum + event.json.length, 0);
    if (chars < queueLimits.reconcileMinChars) return false;
    return (
      request.isDoubtful === true ||
      (request.sid === sid && request.events.some((event) => beaconed.has(event.seq)))
    );
  }

  /** @returns `null` if the intake stores events but does not answer this question */
  async function ask(of: string, fromSeq: number): Promise<Known | null | Failed> {
    const url = new URL(logEndpoints.log_event, origin);
    url.searchParams.set('sid', of);
    url.searchParams.set('from', String(fromSeq));
    let response: Response;
    let text: string;
    try {
      const signal = timeoutSignal(queueLimits.requestTimeoutMs);
      response = await fetch(url, { credentials: 'omit', cache: 'no-store', signal });
      text = await response.text();
    } catch (error) {
      return unreached(error);
    }
    if (isRejection(response.status)) {
      isOffered = false;
      return null;
    }
    const reply = parseReply(text, storedReplyShape);
    if (!response.ok || !reply.ok) {
      const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), now());
      return failed(`the intake answered ${response.status}`, { retryAfterMs });
    }
    const stored = createSeqSet();
    for (const [from = 0, to = 0] of reply.value.stored) stored.add([from, to]);
    const lastStored = reply.value.stored.at(-1)?.[1] ?? fromSeq;
    return { fromSeq, toSeq: reply.value.isCut ? lastStored : Number.POSITIVE_INFINITY, stored };
  }

  async function find(request: RequestRow): Promise<Known | null | Failed> {
    const seqs = request.events.map((event) => event.seq);
    const first = Math.min(...seqs);
    const earlier = known.get(request.sid);
    if (earlier && earlier.fromSeq <= first && Math.max(...seqs) <= earlier.toSeq) return earlier;
    const answer = await ask(request.sid, first);
    if (answer !== null && 'stored' in answer) known.set(request.sid, answer);
    return answer;
  }

  async function attempt(request: RequestRow): Promise<Outcome> {
    const outcome = await deliver(request);
    // The attempt may have arrived anyway, and then the intake has more than it answered.
    if (outcome.type === 'failed') known.delete(request.sid);
    return outcome;
  }

  return {
    async deliver(request) {
      if (!isWorthAsking(request)) return attempt(request);
      const found = await find(request);
      if (found !== null && 'type' in found) {
        failureCount++;
        // Perhaps only the question fails, or is blocked, so some attempts are made without it.
        const isTriedAnyway = failureCount % connectivityLimits.tryAnywayCount === 0;
        return isTriedAnyway ? attempt(request) : found;
      }
      const missing = request.events.filter((event) => !found?.stored.has(event.seq));
      if (missing.length === 0) return { type: 'delivered', rejectedSeqs: [] };
      const outcome = await attempt({ ...request, events: missing });
      const isWhole = missing.length === request.events.length;
      const hasChance = request.rejectionCount < queueLimits.retryCap;
      if (outcome.type !== 'rejected' || isWhole || hasChance) return outcome;
      // Rejecting the whole request for good would count as lost also the events that the intake
      // has.
      return { type: 'delivered', rejectedSeqs: missing.map((event) => event.seq) };
    },
    addBeaconed(ranges) {
      for (const range of ranges) beaconed.add(range);
      known.delete(sid);
    },
  };
}

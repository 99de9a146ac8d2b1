import { queueLimits } from '../../../shared/limits/queue-limits.ts';
import type { RequestRow } from '../queue/stored-rows.ts';
import type { Deliver, Outcome } from './delivery.ts';

/**
 * Splits a request that is too large (413) in halves, recursively, down to single events. A proxy
 * on the way may have a smaller limit than the intake. A single event that is too large is lost and
 * counted. The smallest refused size is remembered for the session.
 */
export function createSplitting(deliver: Deliver): Deliver {
  /** Size of the smallest refused request. */
  let tooLargeChars = Number.POSITIVE_INFINITY;

  const split: Deliver = async (request) => {
    const chars = charsOf(request);
    const canSplit = request.events.length > 1;
    if (!canSplit || chars < tooLargeChars) {
      const outcome = await deliver(request);
      if (outcome.type !== 'rejected' || outcome.isTooLarge !== true) return outcome;
      tooLargeChars = Math.min(tooLargeChars, chars);
      if (!canSplit) return outcome;
    }
    return deliverHalves(request);
  };

  async function deliverHalves(request: RequestRow): Promise<Outcome> {
    const middle = Math.ceil(request.events.length / 2);
    const rejectedSeqs: number[] = [];
    for (const events of [request.events.slice(0, middle), request.events.slice(middle)]) {
      const outcome = await split({ ...request, events });
      if (outcome.type === 'delivered') rejectedSeqs.push(...outcome.rejectedSeqs);
      // All events are resent: the intake deduplicates them by `seq`.
      else if (outcome.type === 'failed') return { ...outcome, isDoubtful: true };
      // Rejecting the whole request for good would count the other half as lost too.
      else if (outcome.isTooLarge === true || request.rejectionCount >= queueLimits.retryCap)
        rejectedSeqs.push(...events.map((event) => event.seq));
      else return outcome;
    }
    return { type: 'delivered', rejectedSeqs };
  }

  return split;
}

function charsOf({ events }: RequestRow): number {
  return events.reduce((sum, { json }) => sum + json.length, 0);
}

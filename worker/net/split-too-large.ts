import { queueLimits } from '../../shared/services-limits.ts';
import type { RequestRow } from '../queue/stored-rows.ts';
import type { Deliver, Outcome } from './delivery.ts';

/**
 * Delivers in halves what is too large for somebody on the way (413: a proxy with a smaller limit than the intake's), and theirs, down
 * to single events. One that is too large alone is lost and counted. What such a proxy does not take is remembered for the session.
 */
export function createSplitting(deliver: Deliver): Deliver {
  /** The smallest request that was too large. */
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
      // All of it comes again: the intake knows by their numbers which events it has.
      else if (outcome.type === 'failed') return { ...outcome, isDoubtful: true };
      // Refused for good as a whole, the other half would be counted as lost with it.
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

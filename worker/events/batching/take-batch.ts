import { batchLimits } from '../../../shared/limits/batch-limits.ts';
import { logLimits } from '../../../shared/limits/log-limits.ts';
import type { EncodedEvent } from './encode-entry.ts';

/** Characters for a batch's events, commas included. The rest is for the envelope. */
const eventsMaxChars = batchLimits.gzipMaxChars - batchLimits.envelopeMaxChars;

/**
 * Takes the first batch of a queue: events in order, for the first one's endpoint. A batch has at
 * most 100 events and, with the envelope, at most 500,000 characters of JSON (specification §9).
 * The first event always fits, because the size of an event is limited.
 */
export function takeBatch(waiting: readonly EncodedEvent[]): {
  batch: EncodedEvent[];
  rest: EncodedEvent[];
} {
  const batch: EncodedEvent[] = [];
  const rest: EncodedEvent[] = [];
  let chars = 0;
  let isFull = false;
  for (const event of waiting) {
    if (isFull || event.endpoint !== waiting[0]?.endpoint) {
      rest.push(event);
      continue;
    }
    const charsWithComma = event.json.length + 1;
    if (batch.length === logLimits.batchCount || chars + charsWithComma > eventsMaxChars) {
      // Later, smaller events wait too, so that events keep their order.
      isFull = true;
      rest.push(event);
      continue;
    }
    batch.push(event);
    chars += charsWithComma;
  }
  return { batch, rest };
}

/** All batches of a queue, in order; none is empty. */
export function splitBatches(waiting: readonly EncodedEvent[]): EncodedEvent[][] {
  const batches: EncodedEvent[][] = [];
  let rest = [...waiting];
  while (rest.length > 0) {
    const taken = takeBatch(rest);
    batches.push(taken.batch);
    rest = taken.rest;
  }
  return batches;
}

import { splitBatches } from '../logs/take-batch.ts';
import { type ArrivalRow, type RequestDraft, requestTo } from './stored-rows.ts';

/** Batches of what a page that is gone had not yet batched itself. `arrivals` are of one document. */
export function requestDrafts(
  arrivals: readonly ArrivalRow[],
  owner: string,
  newId: () => string,
): RequestDraft[] {
  const last = arrivals.at(-1);
  if (last === undefined) return [];
  return splitBatches(arrivals.flatMap((row) => row.events)).map((events) => ({
    sid: last.sid,
    owner,
    ...requestTo(events[0]?.endpoint ?? 'log_event'),
    // A document has one context, of which it may learn more.
    context: last.context,
    events,
    clientEventId: newId(),
    // The oldest arrival's, so that adoption does not make an event younger than it is.
    timestamp: Math.min(...arrivals.map((row) => row.storedMs)),
    // The page may have sent it by beacon at its end.
    isDoubtful: true,
  }));
}

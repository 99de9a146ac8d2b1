import { splitBatches } from '../batching/take-batch.ts';
import { type ArrivalRow, type RequestDraft, requestTo } from './stored-rows.ts';

/**
 * Batches the events that a page which is gone left unbatched. All `arrivals` are of one document.
 */
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
    // A document has one context, which may gain fields over time.
    context: last.context,
    events,
    clientEventId: newId(),
    // The oldest arrival's time, so that adoption does not make an event younger.
    timestamp: Math.min(...arrivals.map((row) => row.storedMs)),
    // The page may have sent it by beacon at its end.
    isDoubtful: true,
  }));
}

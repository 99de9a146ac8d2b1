import type { EncodedEvent } from '../../../../../worker/events/batching/encode-entry.ts';
import {
  type RequestDraft,
  type RequestRow,
  requestTo,
} from '../../../../../worker/events/queue/stored-rows.ts';
import { context, sid } from '../make-events.ts';

/** A request that is not in the store yet. */
export function makeDraft(
  events: EncodedEvent[],
  changes: Partial<RequestDraft> = {},
): RequestDraft {
  return {
    sid,
    owner: sid,
    ...requestTo('log_event'),
    context,
    events,
    clientEventId: 'batch-1',
    timestamp: 0,
    ...changes,
  };
}

/** A request at its first attempt. */
export function makeRequestOf(
  events: EncodedEvent[],
  changes: Partial<RequestRow> = {},
): RequestRow {
  return {
    ...makeDraft(events),
    id: 1,
    status: 'QUEUED',
    statusSinceMs: 0,
    sendCount: 1,
    rejectionCount: 0,
    ...changes,
  };
}

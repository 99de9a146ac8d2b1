import type { AcceptedBatch } from '../../../../server/store/event-store.ts';
import { testSid } from './log-batches.ts';

/** @returns a batch in the form that the intake gives to the store */
export function storeBatch(
  seqs: readonly number[],
  changes: Partial<AcceptedBatch> = {},
): AcceptedBatch {
  const rejectedSeqs = changes.rejectedSeqs ?? [];
  return {
    sid: testSid,
    endpoint: 'log_event',
    clientEventId: 'id',
    receivedMs: 5,
    wireBytes: 10,
    events: seqs.map((seq) => ({
      seq,
      name: 'n',
      eventTimeMs: 1,
      contextJson: '{}',
      payloadJson: '{}',
    })),
    rejected: rejectedSeqs.length,
    rejectedSeqs,
    ...changes,
  };
}

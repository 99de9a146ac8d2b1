import { onTestFinished } from 'vitest';
import type { AcceptedBatch, EventStore } from '../../../../server/store/event-store.ts';
import { openSqliteStore } from '../../../../server/store/open-sqlite-store.ts';
import { testSid } from './log-batches.ts';

/** A store that is closed after the test. */
export function openStore(file: string): EventStore {
  const opened = openSqliteStore(file);
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => opened.value.close());
  return opened.value;
}

/** @returns a batch as the intake hands it to the store */
export function storeBatch(seqs: readonly number[], changes: Partial<AcceptedBatch> = {}): AcceptedBatch {
  const rejectedSeqs = changes.rejectedSeqs ?? [];
  return {
    sid: testSid,
    endpoint: 'log_event',
    clientEventId: 'id',
    receivedMs: 5,
    wireBytes: 10,
    events: seqs.map((seq) => ({ seq, name: 'n', eventTimeMs: 1, contextJson: '{}', payloadJson: '{}' })),
    rejected: rejectedSeqs.length,
    rejectedSeqs,
    ...changes,
  };
}

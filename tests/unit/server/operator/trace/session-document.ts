import type { DocumentEvent, StoredDocument } from '../../../../../server/store/stored-document.ts';
import { testSid } from '../../support/log-batches.ts';

/** When the first event of a session happens. */
export const startMs = 1_800_000_000_000;

/** @returns an event of a session, `ms` after its start; it arrives 5 s after that */
export function eventAt(
  seq: number,
  ms: number,
  name: string,
  payload: Record<string, unknown> = {},
  changes: Partial<DocumentEvent> = {},
): DocumentEvent {
  return {
    row: seq,
    sid: testSid,
    seq,
    name,
    endpoint: 'log_event',
    eventTimeMs: startMs + ms,
    receivedMs: startMs + ms + 5_000,
    clientEventId: 'batch',
    context: {
      client: { clientName: 'OFFSTAGE', clientVersion: '0.1.0', hl: 'en', visitorId: 'visitor' },
      lastActivityMs: -1,
    },
    payload,
    ...changes,
  };
}

export function sessionOf(
  events: readonly DocumentEvent[],
  changes: Partial<StoredDocument> = {},
): StoredDocument {
  return {
    sid: testSid,
    host: '',
    browser: '',
    device: '',
    country: '',
    version: '',
    custom1: '',
    custom2: '',
    custom3: '',
    highestSeq: events.length,
    stored: events.length,
    rejected: 0,
    missing: 0,
    events: [...events],
    isCut: false,
    log: [],
    errors: [],
    ...changes,
  };
}

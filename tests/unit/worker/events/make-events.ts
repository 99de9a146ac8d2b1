import type { LogEntry, LogTier } from '../../../../shared/telemetry/log-event.ts';
import type { EncodedEvent } from '../../../../worker/events/batching/encode-entry.ts';

export function makeEvent(seq: number, event: Partial<EncodedEvent> = {}): EncodedEvent {
  return { seq, tier: 100, endpoint: 'log_event', json: `{"seq":${seq}}`, ...event };
}

export function makeEvents(count: number, tier: LogTier = 100, firstSeq = 1): EncodedEvent[] {
  return Array.from({ length: count }, (_, i) => makeEvent(firstSeq + i, { tier }));
}

export function makeEntry(seq: number, entry: Partial<LogEntry> = {}): LogEntry {
  return {
    seq,
    name: 'played',
    payload: { seq },
    tier: 100,
    eventTimeMs: 1_000,
    lastActivityMs: -1,
    ...entry,
  };
}

export const context = { client: { clientName: 'test', clientVersion: '1', hl: 'en' } };
export const sid = 'aaaaaaaaaaaaaaaaaaaa';

/** A network that is never down. */
export const online = { isOnline: true, check: async () => true, prove: () => {} };

import type { DocumentEvent } from '../../store/stored-document.ts';
import { sessionTraceLimits } from './session-trace-limits.ts';
import type { TraceEntry } from './trace-entry.ts';

/**
 * Draws each batch from its oldest event until the server had it. The server's clock may differ
 * from the viewer's: if events seem to arrive before they happened, all arrivals are shifted by as
 * much.
 */
export function drawDeliveries(events: readonly DocumentEvent[]): TraceEntry[] {
  const aheadMs = Math.max(0, ...events.map((event) => event.eventTimeMs - event.receivedMs));
  const latestMs =
    Math.max(...events.map(({ eventTimeMs }) => eventTimeMs)) + sessionTraceLimits.lateMs;
  const batches = Map.groupBy(events, batchOf);
  return [...batches.values()].flatMap((batch): TraceEntry[] => {
    const [first] = batch;
    if (first === undefined) return [];
    const startMs = Math.min(...batch.map(({ eventTimeMs }) => eventTimeMs));
    const arrivedMs = first.receivedMs + aheadMs;
    return [
      {
        track: 'Network',
        name: batch.length === 1 ? '1 event' : `${batch.length} events`,
        startMs,
        endMs: Math.min(arrivedMs, latestMs),
        facts: {
          endpoint: first.endpoint,
          waitedMs: arrivedMs - startMs,
          receivedAt: new Date(first.receivedMs).toISOString(),
          shiftedMs: aheadMs,
          seqs: batch.map(({ seq }) => seq),
        },
      },
    ];
  });
}

/** Events that were sent together, and those of a repeated batch that arrived together. */
function batchOf({ clientEventId, receivedMs, endpoint }: DocumentEvent): string {
  return `${endpoint} ${receivedMs} ${clientEventId}`;
}

/** Draws numbers without an event, between the events next to them. */
export function drawGaps(events: readonly DocumentEvent[]): TraceEntry[] {
  const sorted = events.toSorted((one, other) => one.seq - other.seq);
  return sorted.slice(1).flatMap((event, index): TraceEntry[] => {
    const before = sorted[index];
    if (before === undefined || event.seq === before.seq + 1) return [];
    const [first, last] = [before.seq + 1, event.seq - 1];
    const [startMs = 0, endMs = 0] = [before.eventTimeMs, event.eventTimeMs].sort((a, b) => a - b);
    return [
      {
        track: 'Network',
        name: first === last ? `no event ${first}` : `no events ${first} to ${last}`,
        startMs,
        endMs,
        facts: { first, last, reason: 'missing (on their way, or lost) or refused' },
      },
    ];
  });
}

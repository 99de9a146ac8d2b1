/** @returns an event as a page sends it */
export function logEvent(
  seq: number,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    seq,
    eventTimeMs: 1_700_000_000_000 + seq,
    context: { lastActivityMs: 12, sequence: { index: seq, groupKey: 'playback' } },
    name: 'playerStateChanged',
    payload: { state: 1 },
    ...changes,
  };
}

export const testSid = 'sid-0123456789abcdef';

/** An id as a page makes it on this day (UTC, counted from 1970). */
export const datedSid = (day: number, n = 0) =>
  `${n.toString(16).padStart(32, '0')}-${String(day).padStart(5, '0')}`;

/** @returns a batch as a page sends it */
export function logBatch(
  events: unknown[],
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    context: { client: { clientName: 'OFFSTAGE', clientVersion: '0.1.0', hl: 'en' } },
    sid: testSid,
    events,
    requestTimeMs: 1_700_000_000_500,
    serializedClientEventId: 'event-id',
    ...changes,
  };
}

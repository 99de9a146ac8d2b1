import type { ClientContext } from './log-batch.ts';

/**
 * A `LogBatch` as it is sent.
 * @param events each is JSON already
 * @param requestTimeMs Unix milliseconds
 */
export function logBatchText(
  { context, sid }: { context: ClientContext; sid: string },
  events: readonly string[],
  requestTimeMs: number,
  serializedClientEventId: string,
): string {
  const envelope = JSON.stringify({ context, sid, requestTimeMs, serializedClientEventId });
  return `${envelope.slice(0, -1)},"events":[${events.join()}]}`;
}

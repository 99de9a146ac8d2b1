import type { z } from 'zod/mini';
import { logBatchSchema, logEventSchema } from '../../shared/log-batch.ts';
import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';
import { firstIssue } from '../../shared/zod.ts';
import type { EventToStore } from '../store/event-store.ts';

export interface ParsedBatch {
  sid: string;
  clientEventId: string;
  events: EventToStore[];
  /** Events that were refused one by one: their place in the batch, and why. */
  rejections: { index: number; message: string }[];
}

/** @returns `BAD_JSON` or `BAD_BATCH` for a body that is refused as a whole; bad events in a good envelope are `rejections` */
export function parseBatch(text: string): Result<ParsedBatch, 'BAD_JSON' | 'BAD_BATCH'> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return err(
      'BAD_JSON',
      `The body is not JSON: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  const envelope = logBatchSchema.safeParse(value);
  if (!envelope.success)
    return err('BAD_BATCH', `The body is not a log batch: ${firstIssue(envelope.error)}.`);

  const { sid, serializedClientEventId, context, events } = envelope.data;
  const batch: ParsedBatch = { sid, clientEventId: serializedClientEventId, events: [], rejections: [] };
  for (const [index, candidate] of events.entries()) {
    const event = parseEvent(candidate, context);
    if (event.ok) batch.events.push(event.value);
    else batch.rejections.push({ index, message: event.error.message });
  }
  return ok(batch);
}

function parseEvent(
  candidate: unknown,
  batchContext: z.infer<typeof logBatchSchema>['context'],
): Result<EventToStore, 'BAD_EVENT'> {
  const parsed = logEventSchema.safeParse(candidate);
  if (!parsed.success) return err('BAD_EVENT', firstIssue(parsed.error));
  const { seq, name, eventTimeMs, context, payload } = parsed.data;
  try {
    return ok({
      seq,
      name,
      eventTimeMs,
      contextJson: JSON.stringify({ ...batchContext, ...context }),
      payloadJson: JSON.stringify(payload),
    });
  } catch {
    // JSON.parse takes any depth, JSON.stringify runs out of stack.
    return err('BAD_EVENT', 'payload: too deeply nested');
  }
}

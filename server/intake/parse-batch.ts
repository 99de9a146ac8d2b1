import * as v from 'valibot';
import type { ClientContext } from '../../shared/log-batch.ts';
import { logBatchSchema, logEventSchema, seqSchema } from '../../shared/log-batch.ts';
import { pageAround } from '../../shared/page-around.ts';
import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';
import { firstIssue } from '../../shared/schema.ts';
import { withoutTokens } from '../../shared/without-tokens.ts';
import type { EventToStore } from '../store/event-store.ts';
import { parseEnvelope } from './parse-envelope.ts';

export interface ParsedBatch {
  sid: string;
  clientEventId: string;
  events: EventToStore[];
  /** Events that were refused one by one: their place in the batch, and why. */
  rejections: { index: number; message: string }[];
  /** The numbers of those among them that have a readable one. */
  rejectedSeqs: number[];
}

/** @returns `BAD_JSON` or `BAD_BATCH` for a body that is refused as a whole; bad events in a good envelope are `rejections` */
export function parseBatch(text: string): Result<ParsedBatch, 'BAD_JSON' | 'BAD_BATCH'> {
  const envelope = parseEnvelope(text, logBatchSchema, 'log batch');
  if (!envelope.ok) return envelope;
  const { sid, serializedClientEventId, context, events } = envelope.value;
  const batch: ParsedBatch = {
    sid,
    clientEventId: serializedClientEventId,
    events: [],
    rejections: [],
    rejectedSeqs: [],
  };
  for (const [index, candidate] of events.entries()) {
    const event = parseEvent(candidate, context);
    if (event.ok) batch.events.push(event.value);
    else {
      batch.rejections.push({ index, message: event.error.message });
      batch.rejectedSeqs.push(...readableSeq(candidate));
    }
  }
  return ok(batch);
}

/** @returns the number of an event that is otherwise bad, if it has a good one */
function readableSeq(candidate: unknown): number[] {
  if (typeof candidate !== 'object' || candidate === null || !('seq' in candidate)) return [];
  const seq = v.safeParse(seqSchema, candidate.seq);
  return seq.success ? [seq.output] : [];
}

/** Players of before say the whole address of the page around them. */
function withPageAround(name: string, payload: Record<string, unknown>): Record<string, unknown> {
  const { loaderUrl } = payload;
  return name === 'embed_loaded' && typeof loaderUrl === 'string'
    ? { ...payload, loaderUrl: pageAround(loaderUrl, '') }
    : payload;
}

function parseEvent(candidate: unknown, batchContext: ClientContext): Result<EventToStore, 'BAD_EVENT'> {
  const parsed = v.safeParse(logEventSchema, candidate);
  if (!parsed.success) return err('BAD_EVENT', firstIssue(parsed.issues));
  const { seq, name, eventTimeMs, context, payload } = parsed.output;
  try {
    return ok({
      seq,
      name,
      eventTimeMs,
      contextJson: JSON.stringify({ ...batchContext, ...context }),
      payloadJson: withoutTokens(JSON.stringify(withPageAround(name, payload))),
    });
  } catch {
    // JSON.parse takes any depth, JSON.stringify runs out of stack.
    return err('BAD_EVENT', 'payload: too deeply nested');
  }
}

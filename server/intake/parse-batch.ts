import * as z from 'zod';
import { logLimits } from '../../shared/limits/log-limits.ts';
import { pageAround } from '../../shared/page/page-around.ts';
import type { ClientContext } from '../../shared/telemetry/log-batch.ts';
import { logBatchSchema, logEventSchema, seqSchema } from '../../shared/telemetry/log-batch.ts';
import { firstIssue } from '../../shared/tools/issue.ts';
import type { Result } from '../../shared/tools/result.ts';
import { err, ok } from '../../shared/tools/result.ts';
import { parseToFirstIssue } from '../../shared/tools/schema.ts';
import { withoutSignatures } from '../access/guard/without-signatures.ts';
import type { EventToStore } from '../store/event-store.ts';
import { parseEnvelope } from './parse-envelope.ts';

export interface ParsedBatch {
  sid: string;
  clientEventId: string;
  events: EventToStore[];
  /** Events refused one by one: index in the batch, and reason. */
  rejections: { index: number; message: string }[];
  /** Numbers of the rejected events that have a readable one. */
  rejectedSeqs: number[];
}

/**
 * @returns `TOO_COMPLEX`, `BAD_JSON` or `BAD_BATCH` if the whole body is refused; bad events in a
 * valid envelope are `rejections`
 */
export function parseBatch(
  text: string,
): Result<ParsedBatch, 'TOO_COMPLEX' | 'BAD_JSON' | 'BAD_BATCH'> {
  const parsed = parseEnvelope(text, { schema: logBatchSchema, list: 'events', name: 'log batch' });
  if (!parsed.ok) return parsed;
  const { envelope, refused } = parsed.value;
  const { sid, serializedClientEventId, context, events } = envelope;
  const batch: ParsedBatch = {
    sid,
    clientEventId: serializedClientEventId,
    events: [],
    rejections: [],
    rejectedSeqs: [],
  };
  for (const [index, candidate] of events.entries()) {
    const unread = refused.get(index);
    const event =
      unread === undefined ? parseEvent(candidate, context) : err('BAD_EVENT', unread.message);
    if (event.ok) batch.events.push(event.value);
    else {
      batch.rejections.push({ index, message: event.error.message });
      const seq = unread === undefined ? readableSeq(candidate) : writtenSeq(unread.text);
      if (seq !== null) batch.rejectedSeqs.push(seq);
    }
  }
  return ok(batch);
}

/** @returns the number of a bad event, if the number itself is valid */
function readableSeq(candidate: unknown): number | null {
  if (typeof candidate !== 'object' || candidate === null || !('seq' in candidate)) return null;
  const seq = z.safeParse(seqSchema, candidate.seq);
  return seq.success ? seq.data : null;
}

/** @returns the number of an unparsed event, if it is its first field, as players write it */
function writtenSeq(text: string): number | null {
  const digits = /^\s*\{\s*"seq"\s*:\s*(\d{1,10})\s*[,}]/.exec(text)?.[1];
  return digits === undefined ? null : readableSeq({ seq: Number(digits) });
}

/** Older players send the whole address of the page around them. */
function withPageAround(name: string, payload: Record<string, unknown>): Record<string, unknown> {
  const { loaderUrl } = payload;
  return name === 'embed_loaded' && typeof loaderUrl === 'string'
    ? { ...payload, loaderUrl: pageAround(loaderUrl, '') }
    : payload;
}

function parseEvent(
  candidate: unknown,
  batchContext: ClientContext,
): Result<EventToStore, 'BAD_EVENT'> {
  const parsed = parseToFirstIssue(logEventSchema, candidate);
  if (!parsed.success) return err('BAD_EVENT', firstIssue(parsed.error.issues));
  const { seq, name, eventTimeMs, context, payload } = parsed.data;
  const payloadJson = withoutSignatures(JSON.stringify(withPageAround(name, payload)));
  // Serializing can lengthen numbers: `1e20`.
  if (payloadJson.length > logLimits.eventMaxChars)
    return err('BAD_EVENT', `payload: longer than ${logLimits.eventMaxChars} characters of JSON`);
  return ok({
    seq,
    name,
    eventTimeMs,
    contextJson: JSON.stringify({ ...batchContext, ...context }),
    payloadJson,
  });
}

import {
  providerLogBatchSchema,
  providerLogEntrySchema,
} from '../../../shared/telemetry/provider-log.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { ok } from '../../../shared/tools/result.ts';
import { parseToFirstIssue } from '../../../shared/tools/schema.ts';
import { withoutSignatures } from '../../access/guard/without-signatures.ts';
import type { AcceptedProviderLog, EntryToStore } from '../../store/event-store.ts';
import { parseEnvelope } from '../parse-envelope.ts';

export interface ParsedProviderLog extends Omit<AcceptedProviderLog, 'receivedMs'> {
  /** Number of entries that were refused. */
  rejected: number;
}

/**
 * @returns `TOO_COMPLEX`, `BAD_JSON` or `BAD_BATCH` if the whole body is refused; bad entries in a
 * valid envelope are counted
 */
export function parseProviderLog(
  text: string,
): Result<ParsedProviderLog, 'TOO_COMPLEX' | 'BAD_JSON' | 'BAD_BATCH'> {
  const parsed = parseEnvelope(text, {
    schema: providerLogBatchSchema,
    list: 'entries',
    name: "batch of the provider's log",
  });
  if (!parsed.ok) return parsed;
  const { sid, droppedCount, context, entries } = parsed.value.envelope;
  const good: EntryToStore[] = [];
  for (const candidate of entries) {
    const entry = parseToFirstIssue(providerLogEntrySchema, candidate);
    if (!entry.success) continue;
    const { n, kind, timeMs, fields } = entry.data;
    good.push({ n, kind, timeMs, fieldsJson: withoutSignatures(JSON.stringify(fields)) });
  }
  return ok({
    sid,
    droppedCount,
    contextJson: JSON.stringify(context),
    entries: good,
    rejected: entries.length - good.length,
  });
}

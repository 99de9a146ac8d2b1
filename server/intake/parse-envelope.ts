import { firstIssue } from '../../shared/issue.ts';
import { logLimits } from '../../shared/limits.ts';
import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';
import { parseToFirstIssue, type Schema } from '../../shared/schema.ts';
import { type ScannedItem, scanJson } from '../http/scan-json.ts';
import { intakeCostLimits } from '../limits/intake-limits.ts';

/** An item that is refused without being parsed. */
export interface RefusedItem {
  message: string;
  /** As it was written. */
  text: string;
}

interface EnvelopeForm<T, List extends string> {
  schema: Schema<T & Record<List, unknown[]>>;
  /** The field that holds the items. */
  list: List;
  /** What the body should be, for the message. */
  name: string;
}

/**
 * Reads what stands around a batch's items, which are looked at one by one. Items that are too large or nested too deeply cost only
 * themselves: they are not parsed, and `null` stands in their place.
 * @returns `TOO_COMPLEX`, `BAD_JSON` or `BAD_BATCH` for a body that is refused as a whole; `refused` names items by their place
 */
export function parseEnvelope<T, List extends string>(
  text: string,
  { schema, list, name }: EnvelopeForm<T, List>,
): Result<
  { envelope: T & Record<List, unknown[]>; refused: ReadonlyMap<number, RefusedItem> },
  'TOO_COMPLEX' | 'BAD_JSON' | 'BAD_BATCH'
> {
  const scanned = scanJson(text, { list, itemMaxChars: logLimits.eventMaxChars });
  if (!scanned.ok) return scanned;
  const refused = refusedOf(text, scanned.value);
  let value: unknown;
  try {
    value = JSON.parse(withoutRefused(text, scanned.value));
  } catch (error) {
    return err(
      'BAD_JSON',
      `The body is not JSON: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  // The first issue is enough, and each of a hundred thousand would cost.
  const envelope = parseToFirstIssue(schema, value);
  if (!envelope.success)
    return err('BAD_BATCH', `The body is not a ${name}: ${firstIssue(envelope.error.issues)}.`);
  // Else its items were not looked at: the list stands there under an escaped name.
  if (envelope.data[list].length !== scanned.value.length)
    return err(
      'BAD_BATCH',
      `The body is not a ${name}: write "${list}" once, and without escapes.`,
    );
  return ok({ envelope: envelope.data, refused });
}

function refusedOf(text: string, items: readonly ScannedItem[]): Map<number, RefusedItem> {
  const messages = {
    too_large: `longer than ${logLimits.eventMaxChars} characters of JSON`,
    too_deep: `nested more than ${intakeCostLimits.jsonDepth.value} deep`,
  };
  return new Map(
    items.flatMap(({ start, end, problem }, index) =>
      problem === null
        ? []
        : [[index, { message: messages[problem], text: text.slice(start, end) }] as const],
    ),
  );
}

function withoutRefused(text: string, items: readonly ScannedItem[]): string {
  let kept = '';
  let from = 0;
  for (const { start, end, problem } of items) {
    if (problem === null) continue;
    kept += `${text.slice(from, start)}null`;
    from = end;
  }
  return from === 0 ? text : kept + text.slice(from);
}

import { logLimits } from '../../shared/limits/log-limits.ts';
import { firstIssue } from '../../shared/tools/issue.ts';
import type { Result } from '../../shared/tools/result.ts';
import { err, ok } from '../../shared/tools/result.ts';
import { parseToFirstIssue, type Schema } from '../../shared/tools/schema.ts';
import { type ScannedItem, scanJson } from '../http/scan-json.ts';
import { intakeCostLimits } from './intake-limits.ts';

/** An item refused without parsing. */
export interface RefusedItem {
  message: string;
  /** The item's original text. */
  text: string;
}

interface EnvelopeForm<T, List extends string> {
  schema: Schema<T & Record<List, unknown[]>>;
  /** Name of the field with the items. */
  list: List;
  /** Name of the expected body, for error messages. */
  name: string;
}

/**
 * Parses a batch's envelope; its items are checked one by one. Items that are too large or too
 * deeply nested are not parsed: `null` replaces them, and the other items are kept.
 * @returns `TOO_COMPLEX`, `BAD_JSON` or `BAD_BATCH` if the whole body is refused; `refused` maps
 * indexes to items
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
  // Stop at the first issue: collecting a hundred thousand would be costly.
  const envelope = parseToFirstIssue(schema, value);
  if (!envelope.success)
    return err('BAD_BATCH', `The body is not a ${name}: ${firstIssue(envelope.error.issues)}.`);
  // If the counts differ, the scan missed the list because its name was escaped.
  if (envelope.data[list].length !== scanned.value.length)
    return err('BAD_BATCH', `The body is not a ${name}: use "${list}" once, without escapes.`);
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

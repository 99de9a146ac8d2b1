import * as v from 'valibot';
import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';
import { firstIssue, type Schema } from '../../shared/schema.ts';

/**
 * Reads what stands around a batch's items, which are looked at one by one.
 * @param name what the body should be, for the message
 * @returns `BAD_JSON` or `BAD_BATCH` for a body that is refused as a whole
 */
export function parseEnvelope<T>(
  text: string,
  schema: Schema<T>,
  name: string,
): Result<T, 'BAD_JSON' | 'BAD_BATCH'> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return err(
      'BAD_JSON',
      `The body is not JSON: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  const envelope = v.safeParse(schema, value);
  return envelope.success
    ? ok(envelope.output)
    : err('BAD_BATCH', `The body is not a ${name}: ${firstIssue(envelope.issues)}.`);
}

import type * as z from 'zod';
import { firstIssue } from '../../shared/tools/issue.ts';
import { err, ok, type Result } from '../../shared/tools/result.ts';
import { parseToFirstIssue } from '../../shared/tools/schema.ts';
import { scanJson } from './scan-json.ts';

/**
 * Parses and validates a request's body.
 * @param example a valid body, for the message of a refusal
 */
export function parseJson<Schema extends z.core.$ZodType>(
  text: string,
  schema: Schema,
  example: string,
): Result<z.infer<Schema>, 'BAD_JSON' | 'BAD_REQUEST' | 'TOO_COMPLEX'> {
  const scanned = scanJson(text);
  if (!scanned.ok) return scanned;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return err('BAD_JSON', `The body is not JSON; send ${example}.`);
  }
  // One issue is enough: a hundred thousand would be expensive.
  const parsed = parseToFirstIssue(schema, body);
  return parsed.success
    ? ok(parsed.data)
    : err('BAD_REQUEST', `The request is invalid: ${firstIssue(parsed.error.issues)}.`);
}

import * as v from 'valibot';
import { err, ok, type Result } from '../../shared/result.ts';
import { firstIssue } from '../../shared/schema.ts';
import { scanJson } from './scan-json.ts';

/**
 * A request's body.
 * @param example what should have been sent, for whoever reads the refusal
 */
export function parseJson<Schema extends v.GenericSchema>(
  text: string,
  schema: Schema,
  example: string,
): Result<v.InferOutput<Schema>, 'BAD_JSON' | 'BAD_REQUEST' | 'TOO_COMPLEX'> {
  const scanned = scanJson(text);
  if (!scanned.ok) return scanned;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return err('BAD_JSON', `The body is not JSON; send ${example}.`);
  }
  // The first issue is enough, and each of a hundred thousand would cost.
  const parsed = v.safeParse(schema, body, { abortEarly: true });
  return parsed.success
    ? ok(parsed.output)
    : err('BAD_REQUEST', `The request is not understood, ${firstIssue(parsed.issues)}.`);
}

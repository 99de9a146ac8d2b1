import * as v from 'valibot';
import { err, ok, type Result } from '../../shared/result.ts';
import { firstIssue } from '../../shared/schema.ts';

/**
 * A request's body.
 * @param example what should have been sent, for whoever reads the refusal
 */
export function parseJson<Schema extends v.GenericSchema>(
  text: string,
  schema: Schema,
  example: string,
): Result<v.InferOutput<Schema>, 'BAD_JSON' | 'BAD_REQUEST'> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return err('BAD_JSON', `The body is not JSON; send ${example}.`);
  }
  const parsed = v.safeParse(schema, body);
  return parsed.success
    ? ok(parsed.output)
    : err('BAD_REQUEST', `The request is not understood, ${firstIssue(parsed.issues)}.`);
}

import * as v from 'valibot';
import { err, ok, type Result } from '../../shared/result.ts';
import { firstIssue, type Schema } from '../../shared/schema.ts';
import { stripGuard } from './strip-guard.ts';

/** A reply is not ours until it fits its schema. */
export function parseReply<T>(text: string, schema: Schema<T>): Result<T, 'BAD_REPLY'> {
  let json: unknown;
  try {
    json = JSON.parse(stripGuard(text));
  } catch {
    return err('BAD_REPLY', 'JSON parsing failed after fetch');
  }
  const parsed = v.safeParse(schema, json);
  return parsed.success
    ? ok(parsed.output)
    : err('BAD_REPLY', `The reply has another shape: ${firstIssue(parsed.issues)}`);
}

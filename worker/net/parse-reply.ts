import * as v from 'valibot';
import { err, ok, type Result } from '../../shared/result.ts';
import { firstIssue, type Schema } from '../../shared/schema.ts';
import { stripGuard } from './strip-guard.ts';

/** A reply is not ours until it fits its schema. */
export function parseReply<T>(text: string, schema: Schema<T>): Result<T, 'BAD_REPLY'> {
  const json = parseReplyJson(text);
  return json.ok ? fitReply(json.value, schema) : json;
}

export function parseReplyJson(text: string): Result<unknown, 'BAD_REPLY'> {
  try {
    return ok(JSON.parse(stripGuard(text)));
  } catch {
    return err('BAD_REPLY', 'JSON parsing failed after fetch');
  }
}

export function fitReply<T>(json: unknown, schema: Schema<T>): Result<T, 'BAD_REPLY'> {
  const parsed = v.safeParse(schema, json);
  return parsed.success
    ? ok(parsed.output)
    : err('BAD_REPLY', `The reply has another shape: ${firstIssue(parsed.issues)}`);
}

import { firstIssue, type Parsed } from '../../../shared/tools/issue.ts';
import { err, ok, type Result } from '../../../shared/tools/result.ts';
import { parseAs, type Shape } from '../../../shared/tools/shape.ts';
import { stripGuard } from './strip-guard.ts';

/** Parses a reply and checks it against its shape. */
export function parseReply<T>(text: string, shape: Shape<T>): Result<T, 'BAD_REPLY'> {
  const json = parseReplyJson(text);
  return json.ok ? fitReply(parseAs(shape, json.value)) : json;
}

export function parseReplyJson(text: string): Result<unknown, 'BAD_REPLY'> {
  try {
    return ok(JSON.parse(stripGuard(text)));
  } catch {
    return err('BAD_REPLY', 'JSON parsing failed after fetch');
  }
}

export function fitReply<T>(parsed: Parsed<T>): Result<T, 'BAD_REPLY'> {
  return parsed.success
    ? ok(parsed.data)
    : err('BAD_REPLY', `The reply has another shape: ${firstIssue(parsed.error.issues)}`);
}

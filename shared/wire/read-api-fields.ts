import { apiLimits } from '../limits/api-limits.ts';
import { firstIssue } from '../tools/issue.ts';
import { err, ok, type Result } from '../tools/result.ts';
import { parseToFirstIssue } from '../tools/schema.ts';
import type { ApiCommand, ApiFields } from './api-calls.ts';
import { apiCallSchemas } from './api-schemas.ts';

/**
 * @returns the checked fields of a command, or the first problem with them; an unknown field is a
 * problem too
 */
export function readApiFields<Command extends ApiCommand>(
  command: Command,
  given: unknown,
): Result<ApiFields<Command>, 'BAD_FIELDS'> {
  const schema = apiCallSchemas[command].fields;
  const parsed = parseToFirstIssue(schema, given);
  if (!parsed.success) return err('BAD_FIELDS', firstIssue(parsed.error.issues));
  const unknownName = Object.keys(Object(given)).find((name) => !Object.hasOwn(schema.shape, name));
  if (unknownName !== undefined)
    return err(
      'BAD_FIELDS',
      `there is no field "${unknownName.slice(0, apiLimits.shownNameMaxChars)}"`,
    );
  return ok(parsed.data as ApiFields<Command>);
}

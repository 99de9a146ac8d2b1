import * as z from 'zod';
import { firstIssue } from '../../../shared/tools/issue.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import type { Schema } from '../../../shared/tools/schema.ts';
import { describeUnread, readJsonText } from './read-json-text.js';

/**
 * @param name name of the file for the message
 * @returns the validated content; the message of `BAD_FILE` names file and cause
 */
export async function readJsonFile<T>(
  file: string,
  name: string,
  schema: Schema<T>,
): Promise<Result<T, 'BAD_FILE'>> {
  const text = await readJsonText(file, name);
  if (!text.ok) return text;
  try {
    const parsed = z.safeParse(schema, JSON.parse(text.value));
    return parsed.success
      ? ok(parsed.data)
      : err('BAD_FILE', `${name}: ${firstIssue(parsed.error.issues)}`);
  } catch (error) {
    return err('BAD_FILE', `${name}: ${describeUnread(error)}`);
  }
}

import { readFile, stat } from 'node:fs/promises';
import * as z from 'zod';
import { firstIssue } from '../../../shared/tools/issue.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import type { Schema } from '../../../shared/tools/schema.ts';
import { codeOf } from '../../start/code-of.js';
import { privacyLimits } from '../../store/privacy-limits.ts';

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

/**
 * Reads the text of a JSON file. It never waits for a FIFO, and never guesses an encoding.
 * @returns the text without its byte order mark; the message of `BAD_FILE` names file and cause
 */
export async function readJsonText(
  file: string,
  name: string,
): Promise<Result<string, 'BAD_FILE'>> {
  const maxBytes = privacyLimits.sidecarBytes.value;
  try {
    const stats = await stat(file);
    if (stats.isDirectory()) return err('BAD_FILE', `${name}: this is a directory, not a file`);
    if (!stats.isFile()) return err('BAD_FILE', `${name}: this is not a regular file`);
    if (stats.size > maxBytes)
      return err('BAD_FILE', `${name}: the file has ${stats.size} bytes; the limit is ${maxBytes}`);
    const bytes = await readFile(file);
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    return err('BAD_FILE', `${name}: ${describeUnread(error)}`);
  }
}

function describeUnread(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'the file does not exist; check the name';
  if (code === 'EACCES' || code === 'EPERM')
    return 'this user has no read access; change the permissions';
  if (code === 'EISDIR') return 'this is a directory, not a file';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    return 'the file is not UTF-8; save it as UTF-8';
  return error instanceof Error ? error.message : code;
}

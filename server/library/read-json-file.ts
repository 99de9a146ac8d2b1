import { readFile, stat } from 'node:fs/promises';
import * as v from 'valibot';
import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';
import { firstIssue, type Schema } from '../../shared/schema.ts';
import { codeOf } from '../code-of.js';

/** A sidecar with 1,000 chapters has 500 kB at most; whatever is larger is somebody else's data. */
const maxBytes = 1_000_000;

/**
 * @param name of the file, as it stands in the message
 * @returns the checked content; the message of `BAD_FILE` names file and cause
 */
export async function readJsonFile<T>(
  file: string,
  name: string,
  schema: Schema<T>,
): Promise<Result<T, 'BAD_FILE'>> {
  let value: unknown;
  try {
    const { size } = await stat(file);
    if (size > maxBytes)
      return err('BAD_FILE', `${name}: the file has ${size} bytes, and at most ${maxBytes} are read`);
    const text = await readFile(file, 'utf8');
    value = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (error) {
    return err('BAD_FILE', `${name}: ${sayUnread(error)}`);
  }
  const parsed = v.safeParse(schema, value);
  return parsed.success ? ok(parsed.output) : err('BAD_FILE', `${name}: ${firstIssue(parsed.issues)}`);
}

function sayUnread(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file; check the name';
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not read it; change its permissions';
  if (code === 'EISDIR') return 'it is a directory; give the file';
  return error instanceof Error ? error.message : code;
}

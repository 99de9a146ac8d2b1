import { err, ok, type Result } from '../shared/tools/result.ts';

/** Parses typed JSON. */
export function parseJson(text: string): Result<unknown, 'NOT_JSON'> {
  try {
    return ok(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return err('NOT_JSON', `Invalid JSON: ${reason}`);
  }
}

/** Parses a typed list of arguments; empty text is an empty list. */
export function parseArguments(text: string): Result<unknown[], 'NOT_JSON' | 'NOT_A_LIST'> {
  if (text.trim() === '') return ok([]);
  const parsed = parseJson(text);
  if (!parsed.ok) return parsed;
  if (Array.isArray(parsed.value)) return ok(parsed.value);
  return err('NOT_A_LIST', `Arguments must be a list: [${text.trim()}]`);
}

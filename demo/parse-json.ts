import { err, ok, type Result } from '../shared/result.ts';

/** What a person typed as a JSON value. */
export function parseJson(text: string): Result<unknown, 'NOT_JSON'> {
  try {
    return ok(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return err('NOT_JSON', `That is not JSON: ${reason}`);
  }
}

/** What a person typed as the arguments of a function; nothing at all is no arguments. */
export function parseArguments(text: string): Result<unknown[], 'NOT_JSON' | 'NOT_A_LIST'> {
  if (text.trim() === '') return ok([]);
  const parsed = parseJson(text);
  if (!parsed.ok) return parsed;
  if (Array.isArray(parsed.value)) return ok(parsed.value);
  return err('NOT_A_LIST', `Arguments are a list: write [${text.trim()}].`);
}

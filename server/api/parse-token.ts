import * as z from 'zod';

/** @returns what a token of base64url and JSON says; `null` for any other text */
export function parseToken<Schema extends z.ZodType>(
  schema: Schema,
  token: string,
): z.infer<Schema> | null {
  try {
    const parsed = z.safeParse(schema, JSON.parse(Buffer.from(token, 'base64url').toString()));
    return parsed.success ? parsed.data : null;
  } catch {
    // No JSON.
    return null;
  }
}

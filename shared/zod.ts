import * as z from 'zod/mini';

// Without this zod probes `new Function` once at start, which a strict Content-Security-Policy reports as a violation.
z.config({ jitless: true });

/** Turns unknown into a value or issues. */
export interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: SchemaError };
}

interface SchemaError {
  issues: readonly { path: readonly PropertyKey[]; message: string }[];
}

/** The first thing wrong with a value, as a short path and message: `events.3.seq: Invalid input`. */
export function firstIssue(error: SchemaError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'invalid';
  return issue.path.length === 0 ? issue.message : `${issue.path.map(String).join('.')}: ${issue.message}`;
}

export { z };

/** A problem with a value, and its path: field names and item numbers. */
export interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The result of zod's `safeParse`. */
export type Parsed<T> =
  | { success: true; data: T }
  | { success: false; error: { issues: readonly Issue[] } };

/**
 * The first problem with a value, as a short path and message: `events.3.seq: Invalid input:
 * expected number`.
 */
export function firstIssue([issue]: readonly Issue[]): string {
  if (issue === undefined) return '';
  return [issue.path.join('.'), issue.message].filter(Boolean).join(': ');
}

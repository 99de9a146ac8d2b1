/** What is wrong with a value, and where: names of fields and numbers of items. */
export interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What zod's `safeParse` returns. */
export type Parsed<T> =
  | { success: true; data: T }
  | { success: false; error: { issues: readonly Issue[] } };

/** The first thing wrong with a value, as a short path and message: `events.3.seq: Invalid input: expected number`. */
export function firstIssue([issue]: readonly Issue[]): string {
  if (issue === undefined) return '';
  return [issue.path.join('.'), issue.message].filter(Boolean).join(': ');
}

import * as z from 'zod/mini';

/** What `zod/mini` leaves out: sentences for people, without the value, which may be a secret. */
export function setIssueMessages(): void {
  z.config({
    localeError(issue) {
      if (issue.code === 'invalid_type') return `Invalid input: expected ${issue.expected}`;
      if (issue.code === 'invalid_value') return `Invalid option: expected one of ${issue.values.join(', ')}`;
      if (issue.code === 'too_big') return `Too big: expected at most ${issue.maximum}`;
      if (issue.code === 'too_small') return `Too small: expected at least ${issue.minimum}`;
      return 'Invalid input';
    },
  });
}

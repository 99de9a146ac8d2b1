/** Work that waits for an idle browser */
export const idleLimits = {
  /** design: maximum wait; a page that is never idle does the work then. */
  waitMs: 1_000,
} as const;

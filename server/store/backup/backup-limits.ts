/** offstage backup */
export const backupLimits = {
  /** design: pages of 4 kB that are copied before progress is shown. */
  pagesAtOnce: 2_000,
  /** design: messages of pg_dump or pg_restore that are kept; the last ones name the cause. */
  messagesMaxBytes: 100_000,
} as const;

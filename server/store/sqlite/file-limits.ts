/** SQLite: opening the file */
export const fileLimits = {
  /** design: how long a reader waits while a server migrates or closes the store. */
  busyTimeoutMs: 5_000,
  /**
   * design: if two servers start on the same file, the second waits up to this time for the first’s
   * migration.
   */
  migrationTimeoutMs: 5_000,
} as const;

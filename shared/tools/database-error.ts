/** Failures of a local database, with the specification's names (§8, "Local database errors"). */
export const databaseErrors = [
  /**
   * This document has no origin that the browser would give a database: it is opaque, or storage is
   * denied.
   */
  'AUTH_INVALID',
  /** IndexedDB is missing, or the browser cannot open any database. */
  'UNSUPPORTED',
  'MISSING_STORES',
  'QUOTA_EXCEEDED',
  /** A transaction was aborted without a cause. */
  'UNKNOWN_ABORT',
  /** A newer version of this page has upgraded the database. */
  'INCOMPATIBLE_VERSION',
  /** The browser closed the connection, and closed it again after it was reopened. */
  'CLOSED_DATABASE',
] as const;
export type DatabaseError = (typeof databaseErrors)[number];

/** What can be wrong with a local database; the names are the specification's (§8, "Local database errors"). */
export const databaseErrors = [
  /** This document has no identity to which the browser would give a database: an opaque origin, or a denied one. */
  'AUTH_INVALID',
  /** There is no IndexedDB here, or the browser will not open any. */
  'UNSUPPORTED',
  'MISSING_STORES',
  'QUOTA_EXCEEDED',
  /** A transaction ended without anybody saying why. */
  'UNKNOWN_ABORT',
  /** A newer version of this page has upgraded the database. */
  'INCOMPATIBLE_VERSION',
  /** The browser has closed the connection, and did so again when it was opened once more. */
  'CLOSED_DATABASE',
] as const;
export type DatabaseError = (typeof databaseErrors)[number];

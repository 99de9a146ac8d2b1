import type { DatabaseError } from '../../shared/database-error.ts';

/** By the names that browsers give them (https://w3c.github.io/IndexedDB/#exceptions). */
const byName: Readonly<Record<string, DatabaseError>> = {
  SecurityError: 'AUTH_INVALID',
  NotFoundError: 'MISSING_STORES',
  QuotaExceededError: 'QUOTA_EXCEEDED',
  AbortError: 'UNKNOWN_ABORT',
  VersionError: 'INCOMPATIBLE_VERSION',
  InvalidStateError: 'CLOSED_DATABASE',
};

/** @returns what is wrong with a database that threw this; `UNSUPPORTED` for everything that has no name of its own */
export function classifyDatabaseError(error: unknown): DatabaseError {
  return (
    (error instanceof Error || error instanceof DOMException ? byName[error.name] : null) ?? 'UNSUPPORTED'
  );
}

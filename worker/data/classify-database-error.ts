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
  if (!(error instanceof Error || error instanceof DOMException)) return 'UNSUPPORTED';
  // Chromium where the viewer has blocked all site data; other UnknownErrors are failures of the disk.
  if (error.name === 'UnknownError' && error.message.includes('denied permission'))
    return 'AUTH_INVALID';
  return byName[error.name] ?? 'UNSUPPORTED';
}

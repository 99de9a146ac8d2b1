import type { DatabaseError } from '../../../shared/tools/database-error.ts';

/** By browser exception name (https://w3c.github.io/IndexedDB/#exceptions). */
const byName: Readonly<Record<string, DatabaseError>> = {
  SecurityError: 'AUTH_INVALID',
  NotFoundError: 'MISSING_STORES',
  QuotaExceededError: 'QUOTA_EXCEEDED',
  AbortError: 'UNKNOWN_ABORT',
  VersionError: 'INCOMPATIBLE_VERSION',
  InvalidStateError: 'CLOSED_DATABASE',
};

/**
 * @returns why a database threw this error; `UNSUPPORTED` for an error without a code of its own
 */
export function classifyDatabaseError(error: unknown): DatabaseError {
  if (!(error instanceof Error || error instanceof DOMException)) return 'UNSUPPORTED';
  // Chromium, where the viewer has blocked all site data. Other UnknownErrors are disk failures.
  if (error.name === 'UnknownError' && error.message.includes('denied permission'))
    return 'AUTH_INVALID';
  return byName[error.name] ?? 'UNSUPPORTED';
}

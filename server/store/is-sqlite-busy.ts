/** SQLITE_BUSY; the bits above these say which kind (https://sqlite.org/rescode.html). */
const busyCode = 5;
const primaryCodeBits = 0xff;

/** @returns whether node:sqlite threw this because another connection holds the lock */
export function isSqliteBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    (error.errcode & primaryCodeBits) === busyCode
  );
}

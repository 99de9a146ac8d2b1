/**
 * What the system calls a failure, such as `EACCES`: for sentences, in place of its own, which repeats the path and says no fix.
 * @param {unknown} error
 * @returns {string} its message where it has no code
 */
export function codeOf(error) {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
}

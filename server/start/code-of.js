/**
 * The system's code of a failure, such as `EACCES`, for messages. The system's own message repeats
 * the path and names no fix.
 * @param {unknown} error
 * @returns {string} the error's message if it has no code
 */
export function codeOf(error) {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
}

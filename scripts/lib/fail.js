/**
 * Ends a script with one sentence for a person and an exit code for programs.
 * @param {unknown} error
 * @param {number} [code] 2 if the caller can fix it, 1 otherwise
 * @returns {never}
 */
export function fail(error, code = 1) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(code);
}

/**
 * Ends the script if the attempt throws.
 * @template T
 * @param {() => T} attempt throws an Error with one sentence
 * @param {number} [code] as in `fail`
 * @returns {T}
 */
export function orFail(attempt, code = 1) {
  try {
    return attempt();
  } catch (error) {
    return fail(error, code);
  }
}

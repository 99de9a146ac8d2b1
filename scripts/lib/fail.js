/**
 * Ends a script: one sentence for a person, an exit code for programs.
 * @param {unknown} error
 * @param {number} [code] 2 where the caller can mend it, 1 otherwise
 * @returns {never}
 */
export function fail(error, code = 1) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(code);
}

/**
 * Ends the script if it cannot be done.
 * @template T
 * @param {() => T} attempt throws an Error with one sentence
 * @param {number} [code]
 * @returns {T}
 */
export function orFail(attempt, code = 1) {
  try {
    return attempt();
  } catch (error) {
    return fail(error, code);
  }
}

/**
 * A failed `Result`, for files that every Node.js runs; `shared/tools/result.ts` has the types.
 * @template {string} Code
 * @param {Code} code
 * @param {string} message
 * @returns {{ ok: false, error: { code: Code, message: string } }}
 */
export function failure(code, message) {
  return { ok: false, error: { code, message } };
}

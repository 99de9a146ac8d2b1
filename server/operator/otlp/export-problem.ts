/**
 * Leaves out the collector's own words: they may repeat what was sent, and may be long.
 * @param error of an exporter
 * @returns a part of a sentence: what is wrong with the collector
 */
export function exportProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'number')
    return code >= 300 && code < 400
      ? `it redirects (${code}), which is not followed: give the final address`
      : `it answers ${code}`;
  if (typeof code === 'string') return `it cannot be reached (${code})`;
  // The limit is of exports that wait for their answer already.
  if (error instanceof Error && /timed out|no end|limit reached/i.test(error.message))
    return 'it does not answer in time';
  // The library hides the status of an answer after which it has tried again.
  return 'it is overloaded or away (429, 502, 503 or 504)';
}

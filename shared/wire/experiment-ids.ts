/**
 * Matches `12,34` and `[12, 34]`; `pageConfigLimits` has the same bounds. The pattern is
 * unambiguous, so that no text takes long to match.
 */
export const experimentIdsPattern = /^\[?(\d{1,9}(, ?\d{1,9}){0,99})?\]?$/;

/** @returns the ids of `serializedForcedExperimentIds`; `null` if malformed */
export function parseExperimentIds(serialized: string): number[] | null {
  return experimentIdsPattern.test(serialized)
    ? (serialized.match(/\d+/g) ?? []).map(Number)
    : null;
}

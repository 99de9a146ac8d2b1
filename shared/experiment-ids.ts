/** `12,34`, `[12, 34]`; `pageConfigLimits` bounds the same. Nothing in it can be read in two ways, so no text takes long. */
export const experimentIdsPattern = /^\[?(\d{1,9}(, ?\d{1,9}){0,99})?\]?$/;

/** @returns the ids of `serializedForcedExperimentIds`; `null` for what is malformed */
export function parseExperimentIds(serialized: string): number[] | null {
  return experimentIdsPattern.test(serialized)
    ? (serialized.match(/\d+/g) ?? []).map(Number)
    : null;
}

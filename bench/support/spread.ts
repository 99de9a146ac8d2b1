/** Summary of several runs. The machine is never quiet, so it has minimum and maximum too. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

/** @param values at least one */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    min: at(0),
    max: at(sorted.length - 1),
  };
}

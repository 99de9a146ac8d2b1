/**
 * Quantile by nearest rank: the smallest value that at least a fraction `q` of the values does not
 * exceed. It is always a measured value.
 * @param q above 0, up to 1: 0.5 is the median, 0.95 the 95th percentile
 * @returns `null` without values
 */
export function quantile(values: readonly number[], q: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? null;
}

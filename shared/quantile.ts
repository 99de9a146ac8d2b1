/**
 * The smallest of the values that at least a fraction `q` of them do not exceed (nearest rank), so that it is always one that
 * was measured.
 * @param q above 0, up to 1: 0.5 is the median, 0.95 the 95th percentile
 * @returns `null` without values
 */
export function quantile(values: readonly number[], q: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? null;
}

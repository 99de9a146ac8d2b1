/** @returns the latest moment at which the time of a part is cut; `null` if none is */
export const latestCut = (parts: readonly { countedFromMs: number | null }[]): number | null =>
  latestOf(parts.map(({ countedFromMs }) => countedFromMs));

/** @returns the latest of some moments; `null` if all are */
export function latestOf(moments: readonly (number | null)[]): number | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** @returns the latest moment at which the time of a part is cut; `null` if none is */
export function latestCut(parts: readonly { countedFromMs: number | null }[]): number | null {
  const cuts = parts.flatMap(({ countedFromMs }) =>
    countedFromMs === null ? [] : [countedFromMs],
  );
  return cuts.length === 0 ? null : Math.max(...cuts);
}

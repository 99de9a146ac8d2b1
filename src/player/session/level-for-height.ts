import type { QualityLevel } from '../state/player-state.ts';

/**
 * @returns the best level up to the requested height, else the smallest; `undefined` without levels
 */
export function levelForHeight(
  levels: readonly QualityLevel[],
  height: number,
): QualityLevel | undefined {
  const byHeight = levels.toSorted((a, b) => a.height - b.height);
  return byHeight.findLast((level) => level.height <= height) ?? byHeight[0];
}

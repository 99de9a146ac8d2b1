import { levelForHeight } from '../player/level-for-height.ts';
import type { PlayerState, QualityLevel } from '../player/player-state.ts';

/** YouTube's words for picture heights, largest first. */
const names = [
  [2880, 'highres'],
  [2160, 'hd2160'],
  [1440, 'hd1440'],
  [1080, 'hd1080'],
  [720, 'hd720'],
  [480, 'large'],
  [360, 'medium'],
  [240, 'small'],
  [144, 'tiny'],
] as const;

/** Heights between two steps take the lower one's name; portrait pictures are named by their height as well. */
function qualityName(level: QualityLevel | undefined): string {
  if (!level?.height) return 'unknown';
  return names.find(([atLeast]) => level.height >= atLeast)?.[1] ?? 'tiny';
}

/** What can be chosen, best first, `auto` last; empty before it is known. */
export function availableQualityNames(state: PlayerState): string[] {
  if (state.qualities.length === 0) return [];
  const byHeight = [...state.qualities].sort((a, b) => b.height - a.height);
  return [...new Set(byHeight.map(qualityName)), 'auto'];
}

export function playingQualityName(state: PlayerState): string {
  return qualityName(state.qualities.find(({ id }) => id === state.qualityId));
}

/** @returns pixels, `null` for automatic and for words that name no quality */
export function heightForQuality(name: unknown): number | null {
  const known = names.find(([, word]) => word === name);
  return known?.[0] ?? null;
}

/**
 * @returns the id of the level that comes nearest to what was asked for, `null` for automatic, `undefined` for what is no
 * quality's name
 */
export function qualityIdFor(state: PlayerState, name: unknown): string | null | undefined {
  if (name === 'auto' || name === 'default') return null;
  const height = heightForQuality(name);
  return height === null ? undefined : (levelForHeight(state.qualities, height)?.id ?? null);
}

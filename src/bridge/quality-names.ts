import type { PlayerState, QualityLevel } from '../player/state/player-state.ts';

/** YouTube's names for picture heights, largest first. */
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

/** A height between two steps takes the lower name. Portrait videos also go by height. */
function qualityName(level: QualityLevel | undefined): string {
  if (!level?.height) return 'unknown';
  return names.find(([atLeast]) => level.height >= atLeast)?.[1] ?? 'tiny';
}

/** Selectable qualities, best first, `auto` last; empty until they are known. */
export function availableQualityNames(state: PlayerState): string[] {
  if (state.qualities.length === 0) return [];
  const byHeight = [...state.qualities].sort((a, b) => b.height - a.height);
  return [...new Set(byHeight.map(qualityName)), 'auto'];
}

export function playingQualityName(state: PlayerState): string {
  return qualityName(state.qualities.find(({ id }) => id === state.qualityId));
}

/** @returns pixels; `null` for automatic; `undefined` for an unknown name */
export function heightForQuality(name: unknown): number | null | undefined {
  if (name === 'auto' || name === 'default') return null;
  return names.find(([, word]) => word === name)?.[0];
}

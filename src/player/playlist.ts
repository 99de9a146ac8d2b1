import type { Playlist } from './player-state.ts';

/**
 * Where a playlist goes from here.
 * @param step +1 or -1
 * @returns the index, or `null` past either end of a list that does not loop
 */
export function playlistIndexAfter(playlist: Playlist, step: 1 | -1, isLooping: boolean): number | null {
  const count = playlist.videoIds.length;
  const index = playlist.index + step;
  if (index >= 0 && index < count) return index;
  return isLooping && count > 0 ? (index + count) % count : null;
}

/** A host may name any index; anything outside the list is its first video, as on YouTube. */
export function playlistAt(listId: string, videoIds: readonly string[], index: number): Playlist {
  return {
    listId,
    videoIds,
    index: Number.isInteger(index) && index >= 0 && index < videoIds.length ? index : 0,
  };
}

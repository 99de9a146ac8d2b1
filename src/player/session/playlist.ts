import type { Playlist } from '../state/player-state.ts';

/**
 * Finds the next or previous index.
 * @param step +1 or -1
 * @returns the index, or `null` past either end of a list that does not loop
 */
export function playlistIndexAfter(
  playlist: Playlist,
  step: 1 | -1,
  isLooping: boolean,
): number | null {
  const count = playlist.videoIds.length;
  const index = playlist.index + step;
  if (index >= 0 && index < count) return index;
  return isLooping && count > 0 ? (index + count) % count : null;
}

/** An index outside the list selects its first video, as on YouTube. */
export function playlistAt(listId: string, videoIds: readonly string[], index: number): Playlist {
  return {
    listId,
    videoIds,
    index: Number.isInteger(index) && index >= 0 && index < videoIds.length ? index : 0,
    places: videoIds.map((_, place) => place),
  };
}

/** The same list at another index; the order stays. */
export function playlistMovedTo(playlist: Playlist, index: number): Playlist {
  return { ...playlist, index: index >= 0 && index < playlist.videoIds.length ? index : 0 };
}

/**
 * A new random order. The current video comes first, so that all others are still to come.
 * @param random 0 to below 1
 */
export function shuffledPlaylist(playlist: Playlist, random: () => number): Playlist {
  const current = playlist.places[playlist.index];
  const rest = playlist.places.filter((place) => place !== current);
  // Fisher-Yates shuffle.
  for (let last = rest.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [rest[last], rest[other]] = [rest[other] as number, rest[last] as number];
  }
  return inOrder(playlist, current === undefined ? rest : [current, ...rest]);
}

/** Restores the owner's order. */
export function unshuffledPlaylist(playlist: Playlist): Playlist {
  return inOrder(
    playlist,
    playlist.places.toSorted((a, b) => a - b),
  );
}

function inOrder(playlist: Playlist, places: readonly number[]): Playlist {
  const byPlace = new Map(
    playlist.places.map((place, index) => [place, playlist.videoIds[index] ?? '']),
  );
  return {
    ...playlist,
    places,
    videoIds: places.map((place) => byPlace.get(place) ?? ''),
    index: Math.max(0, places.indexOf(playlist.places[playlist.index] ?? 0)),
  };
}

import type { PlaylistEntry } from '../../shared/player-response.ts';
import type { Library } from './scan-library.ts';

/** What the videos of a list are, in its order. Of an id that names none there is no entry. */
export function playlistEntries(library: Library, videoIds: readonly string[]): PlaylistEntry[] {
  return videoIds.flatMap((videoId) => {
    const response = library.videos.get(videoId)?.response;
    if (response === undefined) return [];
    const { title, author, lengthSeconds } = response.videoDetails;
    return [{ videoId, title, author, lengthSeconds, posterUrl: response.posterUrl }];
  });
}

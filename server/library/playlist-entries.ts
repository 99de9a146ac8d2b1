import type { PlaylistEntry } from '../../shared/player/player-response.ts';
import type { Guard } from '../access/guard/create-guard.ts';
import type { Library } from './scan-library.ts';

/** @returns the entries of a list's videos, in order, without unknown and private videos */
export function playlistEntries(
  library: Library,
  guard: Guard,
  videoIds: readonly string[],
): PlaylistEntry[] {
  return videoIds.flatMap((videoId) => {
    const video = library.videos.get(videoId);
    if (video === undefined || video.isPrivate) return [];
    const { videoDetails, posterUrl } = video.response;
    const { title, author, lengthSeconds } = videoDetails;
    return [
      { videoId, title, author, lengthSeconds, posterUrl: guard.signUrl(video, posterUrl, null) },
    ];
  });
}

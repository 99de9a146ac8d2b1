import type { MediaOwners } from '../access/guard/media-owners.ts';
import { bareResponse } from '../api/bare-response.ts';
import { stillReading } from './build-video.ts';
import type { LibraryVideo } from './open-video.ts';
import type { Library } from './scan-library.ts';

/**
 * Restricts a library while playlists of private videos are unread, because any file may belong to
 * one. A file stays public only if it was public before and does not look private now. New videos
 * show no details.
 * @param before `null` at the start
 */
export function restrictLibrary(before: Library | null, next: Library): Library {
  const isPublic: MediaOwners['isPublic'] = (file) =>
    before?.hasFile(file) === true &&
    (before.owners?.isPublic(file) ?? true) &&
    (next.owners?.isPublic(file) ?? true);
  const videos = new Map<string, LibraryVideo>();
  for (const [id, video] of next.videos) {
    const isKnown = video.isPrivate || before?.videos.has(id);
    videos.set(id, isKnown ? video : hideDetails(id, video));
  }
  return {
    ...next,
    videos,
    owners: {
      isPublic,
      belongsTo: (videoId, file) =>
        isPublic(file) ||
        (next.owners?.isPublic(file) === false && next.owners.belongsTo(videoId, file)),
    },
  };
}

function hideDetails(videoId: string, video: LibraryVideo): LibraryVideo {
  return {
    ...video,
    response: bareResponse(videoId, stillReading),
    live: null,
    sharpPosterUrl: null,
    isRestricted: true,
    isPending: true,
  };
}

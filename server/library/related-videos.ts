import type { RelatedVideo } from '../../shared/video-extras.ts';
import type { Guard } from '../guard/create-guard.ts';
import type { LibraryVideo } from './open-video.ts';
import { playlistEntries } from './playlist-entries.ts';
import type { Library } from './scan-library.ts';

/** As many as an end screen has room for. */
const maxCount = 9;

/**
 * Other videos of the library that can be played: those that follow in its order, and then those from its beginning.
 * @param isOffered whether a video may be watched where the viewer is
 */
export function relatedVideos(
  library: Library,
  guard: Guard,
  videoId: string,
  isOffered: (video: LibraryVideo) => boolean,
): RelatedVideo[] {
  const ids = [...library.videos.keys()];
  const at = ids.indexOf(videoId);
  const others: string[] = [];
  for (const id of [...ids.slice(at + 1), ...ids.slice(0, Math.max(0, at))]) {
    const video = library.videos.get(id);
    const isPlayable = video?.response.playabilityStatus.status === 'OK' && !video.isPrivate;
    if (isPlayable && isOffered(video)) others.push(id);
    if (others.length === maxCount) break;
  }
  return playlistEntries(library, guard, others);
}

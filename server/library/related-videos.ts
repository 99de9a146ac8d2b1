import type { RelatedVideo } from '../../shared/player/video-extras.ts';
import type { Guard } from '../access/guard/create-guard.ts';
import type { LibraryVideo } from './open-video.ts';
import { playlistEntries } from './playlist-entries.ts';
import { readingLimits } from './reading-limits.ts';
import type { Library } from './scan-library.ts';

/**
 * Other playable videos of the library: those after this one, then those from the beginning.
 * @param isOffered whether a video may be watched at the viewer's position
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
    if (others.length === readingLimits.relatedCount) break;
  }
  return playlistEntries(library, guard, others);
}

import type { RelatedVideo } from '../../shared/video-extras.ts';
import { playlistEntries } from './playlist-entries.ts';
import type { Library } from './scan-library.ts';

/** As many as an end screen has room for. */
const maxCount = 9;

/** Other videos of the library that can be played: those that follow in its order, and then those from its beginning. */
export function relatedVideos(library: Library, videoId: string): RelatedVideo[] {
  const ids = [...library.videos.keys()];
  const at = ids.indexOf(videoId);
  const others = [...ids.slice(at + 1), ...ids.slice(0, Math.max(0, at))].filter(
    (id) => library.videos.get(id)?.response.playabilityStatus.status === 'OK',
  );
  return playlistEntries(library, others.slice(0, maxCount));
}

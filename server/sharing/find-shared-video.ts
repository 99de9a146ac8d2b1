import type { Guard } from '../guard/create-guard.ts';
import type { LibraryVideo } from '../library/open-video.ts';
import type { Library } from '../library/scan-library.ts';

/** Whether a video may be shown by any page, and so by whoever asks on behalf of one. */
export type SharedVideo =
  | { state: 'public'; video: LibraryVideo }
  /** Only some pages may embed it; its own page shows it to everybody. */
  | { state: 'restricted'; video: LibraryVideo }
  | { state: 'private' }
  | { state: 'unknown' };

/** What may be said of a video to somebody who says nothing of themselves. */
export function findSharedVideo(
  { library, guard }: { library: Library; guard: Guard },
  videoId: string,
): SharedVideo {
  const video = library.videos.get(videoId);
  if (video === undefined) return { state: 'unknown' };
  const admission = guard.admit(video, { embedder: { type: 'none' }, token: '', page: null });
  if (!admission.isAdmitted) return { state: 'private' };
  return { state: admission.domains === null ? 'public' : 'restricted', video };
}

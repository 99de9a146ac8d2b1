import type { Guard } from '../../access/guard/create-guard.ts';
import type { LibraryVideo } from '../../library/open-video.ts';
import type { Library } from '../../library/scan-library.ts';

/** Whether any page may show a video. If so, programs may show it on a page's behalf. */
export type SharedVideo =
  | { state: 'public'; video: LibraryVideo }
  /** Only some pages may embed it; its own page is public. */
  | { state: 'restricted'; video: LibraryVideo }
  | { state: 'private' }
  | { state: 'unknown' };

/** Finds a video for a client that does not identify itself. */
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

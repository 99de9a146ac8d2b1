import type { Library } from './scan-library.ts';

/**
 * Growing streams that were in the library and now have no playlist. Their writers may replace it
 * in several steps.
 */
export function hasMissingStream(before: Library | null, now: Library): boolean {
  for (const [id, { response, live }] of before?.videos ?? []) {
    const isGrowing = response.videoDetails.isLive && live === null;
    if (isGrowing && !now.videos.has(id)) return true;
  }
  return false;
}

import { join } from 'node:path';
import type { Guard } from '../guard/create-guard.ts';
import { resolveInside } from '../http/resolve-inside.ts';
import type { LibraryVideo } from '../library/open-video.ts';
import type { Size } from './fit-size.ts';
import { readPictureSize } from './picture-size.ts';

/** A video's poster for other pages. */
export interface PosterPicture {
  /** Relative to this server's origin, and the same for as long as the video is there. */
  path: string;
  /** Pixels; `null` where the file does not tell. */
  size: Size | null;
}

/**
 * @param mediaRoot real path of the media directory
 * @returns `null` for a video without a poster
 */
export async function findPoster(
  { guard, mediaRoot }: { guard: Guard; mediaRoot: string },
  video: LibraryVideo,
): Promise<PosterPicture | null> {
  const { posterUrl, videoDetails } = video.response;
  if (posterUrl === null) return null;
  const size = await readSize(mediaRoot, posterUrl);
  // A signed address expires; the other one leads to it whenever somebody looks.
  return { path: guard.isSigned(video) ? `/poster/${videoDetails.videoId}` : posterUrl, size };
}

async function readSize(mediaRoot: string, posterUrl: string): Promise<Size | null> {
  const file = await resolveInside(mediaRoot, posterUrl.slice('/media/'.length));
  if (file === null) return null;
  try {
    return await readPictureSize(join(mediaRoot, file.path));
  } catch {
    // No picture that anybody could read: whoever shows it will find out.
    return null;
  }
}

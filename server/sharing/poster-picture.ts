import { join } from 'node:path';
import { imageSizeFromFile } from 'image-size/fromFile';
import type { Guard } from '../guard/create-guard.ts';
import { resolveInside } from '../http/resolve-inside.ts';
import type { LibraryVideo } from '../library/open-video.ts';
import type { Size } from './fit-size.ts';

/** A video's poster for other pages. */
export interface PosterPicture {
  /** Relative to this server's origin, and the same for as long as the video is there. */
  path: string;
  /** Pixels; `null` where the file does not tell. */
  size: Size | null;
}

/** Turned by a quarter, as cameras write it into a picture (Exif 2.32, tag 274). */
const isOnItsSide = (orientation = 1) => orientation >= 5;

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
    const { width, height, orientation } = await imageSizeFromFile(join(mediaRoot, file.path));
    return isOnItsSide(orientation) ? { width: height, height: width } : { width, height };
  } catch {
    // No picture that anybody could read: whoever shows it will find out.
    return null;
  }
}

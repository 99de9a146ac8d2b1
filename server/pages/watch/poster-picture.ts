import { join } from 'node:path';
import type { Guard } from '../../access/guard/create-guard.ts';
import { resolveInside } from '../../http/files/resolve-inside.ts';
import type { LibraryVideo } from '../../library/open-video.ts';
import type { Size } from './fit-size.ts';
import { readPictureSize } from './picture-size.ts';

/** A video's poster for other pages. */
export interface PosterPicture {
  /** Relative to this server's origin; it does not change while the video exists. */
  path: string;
  /** Pixels; `null` if the file does not say. */
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
  // A signed address expires; `/poster/<id>` redirects to a current one.
  return { path: guard.isSigned(video) ? `/poster/${videoDetails.videoId}` : posterUrl, size };
}

async function readSize(mediaRoot: string, posterUrl: string): Promise<Size | null> {
  const file = await resolveInside(mediaRoot, posterUrl.slice('/media/'.length));
  if (file === null) return null;
  try {
    return await readPictureSize(join(mediaRoot, file.path));
  } catch {
    // The picture is unreadable; its viewers will find out.
    return null;
  }
}

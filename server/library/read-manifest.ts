import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { resolveInside } from '../http/resolve-inside.ts';
import { libraryLimits } from '../limits/library-limits.ts';
import { fileStamp } from './file-stamp.ts';
import { encodePath } from './media-path.ts';
import { readTextFile } from './read-text-file.ts';

/** The files that an answer was made of: their stamps, taken before they were read, by media path. */
export type ReadStamps = Map<string, string>;

/**
 * Reads a playlist or an MPD of the media directory.
 * @param stamps gets the file's, so that the answer counts only while the file is the same
 * @throws for a file outside of the directory, of more than `playlistBytes`, or that cannot be read
 */
export async function readManifest(
  mediaDir: string,
  mediaPath: string,
  stamps: ReadStamps = new Map(),
): Promise<string> {
  stamps.set(mediaPath, await fileStamp(join(mediaDir, mediaPath)));
  const root = await realpath(mediaDir);
  const file = await resolveInside(root, encodePath(mediaPath));
  if (file === null)
    throw new Error(`${mediaPath} is not a file of the media directory that can be read`);
  return readTextFile(join(root, file.path), libraryLimits.playlistBytes.value);
}

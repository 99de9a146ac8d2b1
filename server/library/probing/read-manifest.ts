import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { resolveInside } from '../../http/files/resolve-inside.ts';
import { fileStamp } from '../file-stamp.ts';
import { libraryLimits } from '../library-limits.ts';
import { encodePath } from '../media-path.js';
import { readTextFile } from '../read-text-file.ts';

/** Stamps of the files that a result depends on, by media path, taken before they were read. */
export type ReadStamps = Map<string, string>;

/**
 * Reads a playlist or an MPD of the media directory.
 * @param stamps gets the file's stamp, so that the result is valid only while the file is unchanged
 * @throws for a file outside of the directory, larger than `playlistBytes`, or unreadable
 */
export async function readManifest(
  mediaDir: string,
  mediaPath: string,
  stamps: ReadStamps = new Map(),
): Promise<string> {
  stamps.set(mediaPath, await fileStamp(join(mediaDir, mediaPath)));
  const root = await realpath(mediaDir);
  const file = await resolveInside(root, encodePath(mediaPath));
  if (file === null) throw new Error(`${mediaPath} is not a readable file in the media directory`);
  return readTextFile(join(root, file.path), libraryLimits.playlistBytes.value);
}

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { fileOwner, isOwnerGone } from '../add/file-owner.ts';

/** The library ignores files whose names start with a dot. */
const fileName = '.live';

/**
 * Keeps other commands from writing the same stream.
 * @param folder of the video
 * @returns gives the folder back; `OCCUPIED` with the fix. A killed command occupies nothing
 */
export async function occupyFolder(
  folder: string,
): Promise<Result<() => Promise<void>, 'OCCUPIED'>> {
  const file = join(folder, fileName);
  const owner = await readFile(file, 'utf8').catch(() => null);
  if (owner !== null && isOwnerGone(owner)) await rm(file, { force: true });
  try {
    await writeFile(file, fileOwner, { flag: 'wx' });
  } catch {
    return err(
      'OCCUPIED',
      `another offstage live writes this stream; stop it, or choose another name. If there is none, remove ${file}`,
    );
  }
  return ok(() => rm(file, { force: true }));
}

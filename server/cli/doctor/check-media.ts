import { accessSync, constants } from 'node:fs';
import { walkMediaDirectory } from '../../library/walk-media-directory.js';
import { checkMediaDirectory } from '../add/check-media-directory.ts';
import type { Verdict } from './finding.ts';
import { fine, problemOf, warning } from './finding.ts';

/** The media directory must be readable with all its folders; only `add` writes to it. */
export async function checkMedia(mediaDir: string): Promise<Verdict> {
  const unusable = checkMediaDirectory(mediaDir, 'read');
  if (unusable !== null) return problemOf(unusable);
  const { paths, warnings } = await walkMediaDirectory(mediaDir);
  if (warnings.length > 0)
    return warning(
      `Some folders of the media directory ${mediaDir} cannot be read: ${warnings.join(' ')}`,
      'Give this user read access to them.',
    );
  const files = paths.length === 1 ? '1 file' : `${paths.length} files`;
  return fine(
    `${mediaDir} can be read${isWritable(mediaDir) ? '' : ', but not written'}: ${files}.`,
  );
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

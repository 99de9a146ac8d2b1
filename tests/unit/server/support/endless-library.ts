import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { masterPlaylist } from './media-samples.ts';
import { tempDirectory } from './temp-directory.ts';

/** Node cannot make a named pipe. */
const makePipe = 'mkfifo';

/** @returns a library that is not read to its end before somebody has opened and closed `pipe` for writing */
export function endlessLibrary(): { mediaDir: string; pipe: string } {
  const mediaDir = tempDirectory({ 'a.m3u8': masterPlaylist('pipe') });
  const pipe = join(mediaDir, 'pipe');
  execFileSync(makePipe, [pipe]);
  return { mediaDir, pipe };
}

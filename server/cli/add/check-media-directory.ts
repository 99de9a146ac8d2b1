import { accessSync, constants, statSync } from 'node:fs';
import { codeOf } from '../../start/code-of.js';

/**
 * @param use intended use of the directory
 * @returns why the use is impossible, with the fix; `null` if no problem is known
 */
export function checkMediaDirectory(directory: string, use: 'read' | 'written'): string | null {
  const stats = statSync(directory, { throwIfNoEntry: false });
  if (stats === undefined)
    return `The media directory ${directory} does not exist; create it, or choose another with --media.`;
  if (!stats.isDirectory())
    return `The media directory ${directory} is not a directory; use --media with the directory that contains the videos.`;
  try {
    const writing = use === 'written' ? constants.W_OK : 0;
    accessSync(directory, constants.R_OK | constants.X_OK | writing);
    return null;
  } catch (error) {
    return `The media directory ${directory} cannot be ${use} (${codeOf(error)}); change its permissions, or choose another with --media.`;
  }
}

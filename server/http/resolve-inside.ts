import { realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isInside } from './is-inside.ts';

/**
 * Finds the file that a URL path names, strictly inside a directory: no dotfiles, no traversal however it is encoded, no
 * symbolic link that leads out.
 * @param root real absolute path
 * @param urlPath percent-encoded, relative, as it stands in the URL
 * @returns the file's real path relative to `root`, with `/`, or `null`
 */
export async function resolveInside(root: string, urlPath: string): Promise<string | null> {
  const segments = decodeSegments(urlPath);
  if (segments === null) return null;
  try {
    const file = await realpath(join(root, ...segments));
    if (!isInside(file, root) || !(await stat(file)).isFile()) return null;
    return relative(root, file).replaceAll(sep, '/');
  } catch {
    // No such file, or none that this process may see.
    return null;
  }
}

function decodeSegments(urlPath: string): string[] | null {
  try {
    const segments = urlPath.split('/').map(decodeURIComponent);
    const isPlain = (segment: string) =>
      segment !== '' && !segment.startsWith('.') && !/[/\\\0]/.test(segment);
    return segments.every(isPlain) ? segments : null;
  } catch {
    // A malformed percent-encoding names no file.
    return null;
  }
}

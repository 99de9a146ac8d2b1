import { realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isInside } from './is-inside.ts';

export interface FileInside {
  /** Real path relative to the root, with `/` between the segments. */
  path: string;
  /** The file's name as the URL has it. What a file is goes by this name: a link's target may have any. */
  name: string;
  /** The path that the URL names, decoded; links make it another than the real one. */
  asked: string;
}

/** A backslash separates segments on Windows; elsewhere it is a character like any other. */
const forbidden = sep === '\\' ? /[/\\\0]/ : /[/\0]/;

/**
 * Finds the file that a URL path names, strictly inside a directory: no dotfiles, no traversal however it is encoded, no
 * symbolic link that leads out. A link may lead to a dotfile inside (git-annex keeps files in `.git/annex`): whoever made
 * it wanted that.
 * @param root real absolute path
 * @param urlPath percent-encoded, relative, as it stands in the URL
 */
export async function resolveInside(root: string, urlPath: string): Promise<FileInside | null> {
  const segments = decodeSegments(urlPath);
  if (segments === null) return null;
  try {
    const file = await realpath(join(root, ...segments));
    if (!isInside(file, root) || !(await stat(file)).isFile()) return null;
    return {
      path: relative(root, file).replaceAll(sep, '/'),
      name: segments.at(-1) ?? '',
      asked: segments.join('/'),
    };
  } catch {
    // No such file, or none that this process may see.
    return null;
  }
}

function decodeSegments(urlPath: string): string[] | null {
  try {
    const segments = urlPath.split('/').map(decodeURIComponent);
    const isPlain = (segment: string) =>
      segment !== '' && !segment.startsWith('.') && !forbidden.test(segment);
    return segments.every(isPlain) ? segments : null;
  } catch {
    // A malformed percent-encoding names no file.
    return null;
  }
}

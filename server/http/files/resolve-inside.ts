import { realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isInside } from './is-inside.js';

export interface FileInside {
  /** Real path relative to the root, with `/` between the segments. */
  path: string;
  /** The file's name in the URL, which determines its type: a link's target may have any name. */
  name: string;
  /** The decoded path of the URL; it differs from the real one if there are links. */
  asked: string;
}

/** A backslash separates segments on Windows; elsewhere it is an ordinary character. */
const forbidden = sep === '\\' ? /[/\\\0]/ : /[/\0]/;

/**
 * Finds the file of a URL path, strictly inside a directory: no dotfiles, no traversal in any
 * encoding, no symbolic link that leads out. A link may lead to a dotfile inside (git-annex keeps
 * files in `.git/annex`), because its author intended that.
 * @param root real absolute path
 * @param urlPath relative, percent-encoded as in the URL
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
    // Missing, or not accessible to this process.
    return null;
  }
}

/** @returns the decoded path of a URL, as `asked`, also if no such file is there */
export function askedPath(urlPath: string): string | null {
  return decodeSegments(urlPath)?.join('/') ?? null;
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

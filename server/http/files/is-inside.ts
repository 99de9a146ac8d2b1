import { sep } from 'node:path';

/** @param path, @param root real absolute paths */
export function isInside(path: string, root: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}

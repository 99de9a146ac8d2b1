import { sep } from 'node:path';

/**
 * @param {string} path real absolute path
 * @param {string} root real absolute path
 * @returns {boolean}
 */
export function isInside(path, root) {
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}

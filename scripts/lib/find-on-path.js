import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/**
 * Finds a program on the PATH.
 * @param {string} name
 * @returns {string | null} its path
 */
export function findOnPath(name) {
  // Servers are in these folders, which not every user has in PATH.
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
  ];
  return firstExecutable(folders.map((folder) => path.join(folder, name)));
}

/**
 * @param {readonly string[]} candidates paths
 * @returns {string | null}
 */
export function firstExecutable(candidates) {
  for (const candidate of candidates) {
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // Not here: try the next one.
    }
  }
  return null;
}

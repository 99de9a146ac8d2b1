import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/**
 * A program of the machine.
 * @param {string} name
 * @returns {string | null} its path
 */
export function findOnPath(name) {
  // And where servers are, which not everybody has on their path.
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
      // Not here: the next one.
    }
  }
  return null;
}

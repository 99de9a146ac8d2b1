import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isInside } from '../http/files/is-inside.js';

/**
 * @typedef {object} MediaListing
 * @property {string[]} paths media paths of all files, sorted
 * @property {string[]} folders top-level directories of the media directory, including empty ones
 * @property {string[]} otherNames real media paths of files that are listed under a linked
 *   directory
 * @property {boolean} hasLinks whether there are symbolic links among them
 * @property {string[]} warnings a sentence for each unreadable directory
 */

/**
 * Lists the files of the media directory and its subdirectories. It skips names that start with a
 * dot, and symbolic links that are dangling or lead out of the directory.
 * @param {string} mediaDir must exist
 * @returns {Promise<MediaListing>}
 */
export async function walkMediaDirectory(mediaDir) {
  const root = await realpath(mediaDir);
  /** @type {MediaListing} */
  const listing = { paths: [], folders: [], otherNames: [], hasLinks: false, warnings: [] };
  /** @type {Set<string>} */
  const visited = new Set();

  /**
   * @param {string} directory
   * @param {string} prefix
   * @returns {Promise<void>}
   */
  async function visit(directory, prefix) {
    // A link may lead to a parent, so list each real directory once.
    if (visited.has(directory)) return;
    visited.add(directory);
    const inside = relative(root, directory).replaceAll(sep, '/');
    const realPrefix = inside === '' ? '' : `${inside}/`;
    for (const entry of await readEntries(directory, prefix)) {
      if (entry.name.startsWith('.')) continue;
      if (entry.isSymbolicLink()) listing.hasLinks = true;
      const real = entry.isSymbolicLink()
        ? await resolveLink(join(directory, entry.name), root)
        : entry;
      if (real === null) continue;
      const path = prefix + entry.name;
      if (real.isDirectory() && prefix === '') listing.folders.push(entry.name);
      if (real.isDirectory()) await visitBelow(join(directory, entry.name), `${path}/`);
      else if (real.isFile()) {
        listing.paths.push(path);
        if (realPrefix !== prefix) listing.otherNames.push(realPrefix + entry.name);
      }
    }
  }

  /**
   * @param {string} directory
   * @param {string} prefix
   */
  async function visitBelow(directory, prefix) {
    let real;
    try {
      real = await realpath(directory);
    } catch (error) {
      // Its parent can be read but not entered, or it was removed since it was listed.
      warn(prefix, error);
      return;
    }
    await visit(real, prefix);
  }

  /**
   * @param {string} directory
   * @param {string} prefix
   */
  async function readEntries(directory, prefix) {
    try {
      return await readdir(directory, { withFileTypes: true });
    } catch (error) {
      warn(prefix, error);
      return [];
    }
  }

  /**
   * @param {string} prefix
   * @param {unknown} error
   */
  function warn(prefix, error) {
    listing.warnings.push(
      `${prefix || mediaDir}: the directory cannot be read (${String(error)}); its files are left out.`,
    );
  }

  await visit(root, '');
  listing.paths.sort();
  return listing;
}

/**
 * @param {string} path
 * @param {string} root
 */
async function resolveLink(path, root) {
  try {
    const target = await realpath(path);
    return isInside(target, root) ? await stat(target) : null;
  } catch {
    // A dangling link is not a file.
    return null;
  }
}

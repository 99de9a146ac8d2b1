import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isInside } from '../http/files/is-inside.ts';

export interface MediaListing {
  /** Media paths of all files, sorted. */
  paths: string[];
  /** Top-level directories of the media directory, including empty ones. */
  folders: string[];
  /** Real media paths of files that are listed under a linked directory. */
  otherNames: string[];
  /** Whether there are symbolic links among them. */
  hasLinks: boolean;
  /** A sentence for each unreadable directory. */
  warnings: string[];
}

/**
 * Lists the files of the media directory and its subdirectories. It skips names that start with a
 * dot, and symbolic links that are dangling or lead out of the directory.
 * @param mediaDir must exist
 */
export async function walkMediaDirectory(mediaDir: string): Promise<MediaListing> {
  const root = await realpath(mediaDir);
  const listing: MediaListing = {
    paths: [],
    folders: [],
    otherNames: [],
    hasLinks: false,
    warnings: [],
  };
  const visited = new Set<string>();

  async function visit(directory: string, prefix: string): Promise<void> {
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

  async function visitBelow(directory: string, prefix: string): Promise<void> {
    let real: string;
    try {
      real = await realpath(directory);
    } catch (error) {
      // Its parent can be read but not entered, or it was removed since it was listed.
      warn(prefix, error);
      return;
    }
    await visit(real, prefix);
  }

  async function readEntries(directory: string, prefix: string): Promise<Dirent[]> {
    try {
      return await readdir(directory, { withFileTypes: true });
    } catch (error) {
      warn(prefix, error);
      return [];
    }
  }

  function warn(prefix: string, error: unknown): void {
    listing.warnings.push(
      `${prefix || mediaDir}: the directory cannot be read (${String(error)}); its files are left out.`,
    );
  }

  await visit(root, '');
  listing.paths.sort();
  return listing;
}

async function resolveLink(path: string, root: string) {
  try {
    const target = await realpath(path);
    return isInside(target, root) ? await stat(target) : null;
  } catch {
    // A dangling link is not a file.
    return null;
  }
}

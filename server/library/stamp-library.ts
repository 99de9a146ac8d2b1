import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type FileStamp, stampFile } from './file-stamp.ts';
import { mapLimited } from './map-limited.ts';
import { packagings, servedMediaTypes } from './media-file-types.js';
import { readingLimits } from './reading-limits.ts';
import type { MediaListing } from './walk-media-directory.js';
import { walkMediaDirectory } from './walk-media-directory.js';

export interface StampedLibrary {
  listing: MediaListing;
  /** Stamps of the files that the library reads, by media path. */
  stamps: ReadonlyMap<string, FileStamp>;
  /** A stamp of the whole directory. */
  stamp: string;
}

/**
 * Lists the files of a media directory, with a stamp. The stamp changes when a file in it or a
 * subfolder is added, removed, renamed or written, and when the directory itself is touched.
 * Segments and pictures count by name only: there are many, and the library does not read them. It
 * does not use `fs.watch`: that drops changes when its queue is full, needs a descriptor for each
 * folder, and misses changes on network disks.
 * @throws if the directory cannot be read
 */
export async function stampLibrary(mediaDir: string): Promise<StampedLibrary> {
  const { ino, mtimeNs } = await stat(mediaDir, { bigint: true });
  const listing = await walkMediaDirectory(mediaDir);
  const watched = listing.paths.filter(isRead);
  const stamps = await mapLimited(watched, readingLimits.openCount, (path) =>
    stampFile(join(mediaDir, path)),
  );
  const hash = createHash('sha256').update(`${ino}/${mtimeNs}\n`);
  for (const names of [
    listing.paths,
    listing.folders,
    listing.warnings,
    stamps.map(({ text }) => text),
  ])
    hash.update(names.join('\0')).update('\n');
  const byPath = new Map(watched.map((path, index) => [path, stamps[index] as FileStamp]));
  return { listing, stamps: byPath, stamp: hash.digest('base64') };
}

/** Whether the library reads such a file: any file but segments and pictures. */
function isRead(path: string): boolean {
  const extension = extname(path).toLowerCase();
  return extension in packagings || extension === '.vtt' || !(extension in servedMediaTypes);
}

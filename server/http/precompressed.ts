import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import Negotiator from 'negotiator';

/** Content codings that the build writes beside its files, best first, and how these files end (`scripts/lib/compress-files.js`). */
const extensions = { br: '.br', gzip: '.gz' } as const;
export type Precompressed = keyof typeof extensions;
const codings = Object.keys(extensions) as Precompressed[];

export interface PrecompressedFile {
  coding: Precompressed;
  /** Relative to the root, as `path`. */
  path: string;
}

/**
 * Chooses the form of a built file that the client takes best (RFC 9110 §12.5.3).
 * @param path real, relative to `root`
 * @returns `null` for the file as it is: if the client takes no other, if there is no other, and for byte ranges, which are ranges of that
 */
export async function findPrecompressed(
  request: IncomingMessage,
  root: string,
  path: string,
): Promise<PrecompressedFile | null> {
  if (request.headers.range !== undefined) return null;
  // Of those that the client takes equally well the preferred ones come first.
  for (const coding of new Negotiator(request).encodings([...codings, 'identity'], codings)) {
    const found = codings.find((known) => known === coding);
    if (found === undefined) return null;
    const file = path + extensions[found];
    if (await isFile(join(root, file))) return { coding: found, path: file };
  }
  return null;
}

/** Two forms of a file never share one, however alike their sizes and times are (RFC 9110 §8.8.3.3). */
export function precompressedTag({ size, mtimeMs }: Stats, coding: Precompressed): string {
  return `W/"${size.toString(16)}-${Math.trunc(mtimeMs).toString(16)}-${coding}"`;
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isFile();
  } catch {
    // Not compressed, or not worth it.
    return false;
  }
}

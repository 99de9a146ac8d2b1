import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import Negotiator from 'negotiator';

/**
 * Encodings of the build's files, best first, with their file extensions
 * (`scripts/lib/compress-files.js`).
 */
const extensions = { br: '.br', gzip: '.gz' } as const;
export type Precompressed = keyof typeof extensions;
const codings = Object.keys(extensions) as Precompressed[];

export interface PrecompressedFile {
  coding: Precompressed;
  /** Relative to the root, like `path`. */
  path: string;
}

/**
 * Chooses the encoding of a built file that suits the client best (RFC 9110 §12.5.3).
 * @param path real path, relative to `root`
 * @returns `null` for the uncompressed file: if the client accepts no other, if there is no other,
 *   and for byte ranges, which refer to it
 */
export async function findPrecompressed(
  request: IncomingMessage,
  root: string,
  path: string,
): Promise<PrecompressedFile | null> {
  if (request.headers.range !== undefined) return null;
  // Among encodings that the client accepts equally, `codings` sets the order.
  for (const coding of new Negotiator(request).encodings([...codings, 'identity'], codings)) {
    const found = codings.find((known) => known === coding);
    if (found === undefined) return null;
    const file = path + extensions[found];
    if (await isFile(join(root, file))) return { coding: found, path: file };
  }
  return null;
}

/**
 * Encodings of a file must have different tags, even with the same size and time (RFC 9110
 * §8.8.3.3).
 */
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

import { posix } from 'node:path';
import type { Result } from '../../shared/tools/result.ts';
import type { AskedFile } from '../access/guard/media-owners.ts';
import type { MediaFacts } from './probing/media-facts.ts';
import type { MediaListing } from './walk-media-directory.js';

/**
 * Tests whether a file was there when the library was read, or is a new segment of a growing
 * stream.
 * @param facts by media path
 */
export function knowsFile(
  { paths, otherNames, folders: topFolders }: MediaListing,
  facts: ReadonlyMap<string, Result<MediaFacts>>,
): (file: AskedFile) => boolean {
  const files = new Set([...paths, ...otherNames]);
  const folders = new Set(topFolders);
  for (const path of files) folders.add(posix.dirname(path));
  const growing = new Set<string>();
  for (const [path, fact] of facts)
    if (fact.ok && fact.value.isLive) growing.add(posix.dirname(path));
  const isNewSegment = (path: string) => {
    if (!segmentExtensions.has(posix.extname(path).toLowerCase())) return false;
    if (!folders.has(posix.dirname(path))) return false;
    for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
      if (growing.has(folder)) return true;
      if (folder === '.') return false;
    }
  };
  return ({ asked, real }) => files.has(asked) || files.has(real) || isNewSegment(asked);
}

/** Extensions of files that are useless without their playlist. */
const segmentExtensions = new Set(['.m4s', '.ts', '.cmfv', '.cmfa', '.aac', '.m4a']);

import { posix } from 'node:path';
import type { Result } from '../../shared/tools/result.ts';
import type { AskedFile } from '../access/guard/media-owners.ts';
import { createNumberedIndex } from './numbered-files.ts';
import type { MediaFacts } from './probing/media-facts.ts';
import type { MediaListing } from './walk-media-directory.js';

/**
 * Tests whether a file was there when the library was listed, or is a newer segment: of a growing
 * stream, or one that a playlist names. Playlists are read after the listing, so the last segments
 * of a stream that has just ended may be newer than it.
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
  const named = new Set<string>();
  const numbered = createNumberedIndex<true>();
  for (const [path, fact] of facts) {
    if (!fact.ok) continue;
    if (fact.value.isLive) growing.add(posix.dirname(path));
    for (const reference of fact.value.references) if (!files.has(reference)) named.add(reference);
    for (const range of fact.value.numbered ?? []) numbered.add(range, true);
  }
  const isNewSegment = (path: string) => {
    if (!segmentExtensions.has(posix.extname(path).toLowerCase())) return false;
    if (!folders.has(posix.dirname(path))) return false;
    if (named.has(path) || numbered.find(path).length > 0) return true;
    for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
      if (growing.has(folder)) return true;
      if (folder === '.') return false;
    }
  };
  return ({ asked, real }) => files.has(asked) || files.has(real) || isNewSegment(asked);
}

/** Extensions of files that are useless without their playlist. */
const segmentExtensions = new Set(['.m4s', '.ts', '.cmfv', '.cmfa', '.aac', '.m4a']);

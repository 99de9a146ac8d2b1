import { packagingOf } from '../media-file-types.js';
import { pathsOf } from '../numbered-files.ts';
import type { MediaFacts } from './media-facts.ts';

/** @returns media paths of the playlists and MPDs that a file references */
export function* manifestsOf({ references, numbered = [] }: MediaFacts): Generator<string> {
  for (const path of references) if (isManifest(path)) yield path;
  for (const range of numbered) if (isManifest(`0${range.suffix}`)) yield* pathsOf(range);
}

/** Whether the file is a playlist or an MPD, which lists the other files of a video. */
export function isManifest(path: string): boolean {
  const packaging = packagingOf(path);
  return packaging === 'hls' || packaging === 'dash';
}

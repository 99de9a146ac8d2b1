import type { MediaFacts } from './media-facts.ts';
import { packagingOf } from './media-file-types.ts';
import { pathsOf } from './numbered-files.ts';

/** @returns media paths of the playlists and MPDs that one names */
export function* manifestsOf({ references, numbered = [] }: MediaFacts): Generator<string> {
  for (const path of references) if (isManifest(path)) yield path;
  for (const range of numbered) if (isManifest(`0${range.suffix}`)) yield* pathsOf(range);
}

/** Whether a file says of which others a video is made. */
export function isManifest(path: string): boolean {
  const packaging = packagingOf(path);
  return packaging === 'hls' || packaging === 'dash';
}
